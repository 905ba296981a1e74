"""Edits of a claim: one small module for each kind, listed in `catalogue`.

Belongs here: making a claim false by construction, or rewording it so that it stays true, without any randomness. Does not belong
here: asking a guard (`measuring`).

The measurement would go in a circle if it borrowed the guard's own word lists: a word that the guard does not know would never be
tried. So every list here is the generator's own, short and of everyday words, and no module here imports a guard. One kind,
`antonym`, takes its words from WordNet, which a guard may read, too; its independent companion is `opposite`.
"""
