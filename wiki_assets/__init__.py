"""Grounded wiki: papers in, a wiki out in which every sentence leads to the words that support it.

One room a stage (`documents`, `retrieval`, `concepts`, `grounding`, `publication`), the rooms they share (`text`, `storage`), and
beside them `audit`, `planning` and `cli`. docs/decisions says why things are as they are.
"""
