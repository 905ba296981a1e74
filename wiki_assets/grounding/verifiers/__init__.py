"""Second opinions on claims that a guard leaves open: verifiers behind one interface, their answers kept by content.

Belongs here: asking, reading answers, and what an answer changes in a report. Does not belong here: the guard's own rules (`guards`),
and anything that would turn over a verdict that a guard did reach.
"""
