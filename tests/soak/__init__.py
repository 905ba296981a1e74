"""The automation stories: a real `wiki dev` on an empty home, papers dropped, changed and taken away, and what came of it.

`python -m tests.soak --minutes 30` runs all of them and prints a table; the test in here is a cut of about five minutes.
"""
