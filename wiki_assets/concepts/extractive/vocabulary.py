"""Words and phrases by which a sentence of a paper is recognised as one that cannot stand alone, or as no prose at all.

Belongs here: lists, in the words of English scholarly prose, and the one way to make a pattern of a list. Does not belong here:
what follows from a match (`quality`).
"""

from __future__ import annotations


def phrases(listing: str) -> str:
    """A pattern that matches any phrase of a comma-separated listing; line breaks count as spaces,
    the rest is pattern syntax.
    """
    return "(?:" + "|".join(" ".join(phrase.split()) for phrase in listing.split(",") if phrase.strip()) + ")"


LEANING_OPENINGS = phrases(r"""
    However, Moreover, Furthermore, Therefore, Additionally, Finally, In addition, This, These, That, Those, They, Such,
    Here,
    He, She, Its, Their, His, Her, Then, So, Also, Instead, Otherwise, Likewise,
    Similarly, Both(?! [\w '’-]+ and \w),
    Neither, Either, Another, Again, Others?, Some of, Each of,
    One of (?:these|those|them|our|the (?!first|earliest|most|main|best|oldest|few|two|key|central|fundamental)),
    One such,
    One (?:reason|problem|issue|drawback|consequence|difference|advantage|exception) is, Unlike this, Unlike these,
    At this, With this,
    By this, By doing,
    Using this, Under this, Under these, From this, From these, Given this, Given these, After this, After that, After we, To
    do, To this,
    To address this, To see, If it, If this, If they, If so, When it(?! comes to), When this, When they, Since this,
    Since it, Since they,
    Since then,
    Because this, Because it, Because they, While this, While it, While they, While these, Although this, Although it,
    Although they,
    Even though, But, And, Or, Nor, Yet, First, Second, Third, Next, Now, Further,
    Still, Alternatively, In comparison, As usual, As is,
    As such, As above, As before, As an example, As a consequence, As a result, As we, As shown, As seen, As mentioned, As
    discussed, As described,
    As noted, In this, In these, In that, In such, In our, In both,
    In contrast(?! (?:to|with) (?!this|that|these|those)), In section, In chapter, In what follows, In the
    following,
    In the above, In the previous, In the next, In the case(?! of (?!this|that|these|those)), In the same, For this,
    For these, For that, For example, For
    instance, For simplicity
    """)
"""Openings that say nothing without the sentence before."""

LEANING_NOUNS = phrases(r"""
    answer, same, former, latter, above, following, other, resulting, previous, next, second, third, last, rest,
    difference(?! between), reason,
    idea(?! (?:of|that|behind)), proof(?! of), authors?,
    paper, key(?! idea (?:of|behind)), goal(?! of (?!this|our)), problem is, result is, first, method, approach,
    experiment, main, remaining, gap,
    solution, question
    """)
"""After an opening "The": which one was said before."""

SPEECH_TO_THE_READER = phrases(r"""
    No:, Sadly, Define, Assign, Denote, Given is, Iterate, Calculate, Choose, Apply, Press, Imagine, Think, Remember,
    Show, Prove, Verify, Implement, Compute,
    Derive, Write, Explain, Find, Use, Check, Let, Suppose, Assume, Consider, See,
    Hint, Proof, Remark,
    Step, Case, Note, Compare, Recall, Observe, Notice, Our, We thank, We are grateful, We leave, We refer, We begin,
    We start,
    We conclude, We end,
    We organize, We now, We next, We then, We first, We will
    """)
"""Openings of exercises, of proofs, and of an author's talk about the paper."""

TALK_OF_THE_PAPER = phrases(r"""
    We present, We describe, We discuss, We review, We study, We consider, We report(?:ed)?, We used?, We evaluated?,
    We test(?:ed)?
    """)
"""Openings that say what the authors did: better than no sentence, worse than any other."""

EXPLETIVES = phrases(r"""
    possible, impossible, easy, easier, hard, difficult, desirable, necessary, important, useful, common, natural,
    straightforward, convenient, customary,
    sufficient, enough, unlikely, likely, not known, not yet known, unknown, unclear, open, conjectured
    """)
"""After "It is": the "it" stands for what follows, not for something said before."""

NUMBERED_THINGS = phrases(r"""
    [Ff]igs?, [Ff]igures?, tables?, sections?, equations?, Tables?, Tab, Eqs?, Eqn, Equations?, Sections?, Sects?, Sec,
    Chapters?, Append(?:ix|ices), Theorems?, Thm,
    Lemmas?, Propositions?,
    Corollar(?:y|ies), Definitions?, Algorithms?, Examples?, Exercises?, Specifications?, Invariants?, Tasks?, Phases?,
    Assumptions?, Requirements?,
    Questions?, Problems?, Axioms?, Observations?, Facts?, Footnotes?, Experiments?, Scenarios?, Remarks?, Steps?, Lines?,
    Rows?, Columns?, Parts?,
    Conditions?, Propert(?:y|ies), Listing, Claims?
    """)
"""With a number or a letter they point into the paper, where the reader of a page is not."""

POINTERS = phrases(r"""
    as follows, the following, as we (?:\w+ )?(?:review|show|see|discuss|describe|explain),
    to this effect, see (?:an?|the) \w+, see above, see below, shown above, shown below,
    shown here, aforementioned,
    (?:described|discussed|defined|mentioned|given|introduced) (?:above|below|earlier|later|here),
    the (?:previous|next|last|present) (?:section|chapter|paragraph|lemma|theorem),
    [Tt]his (?:paper|section|chapter|thesis|article|survey|work|tour|note|report|appendix|end|exercise|proof),
    [Tt]his (?:figure|table|lemma|theorem|definition),
    (?:left|right)(?:-?most)? (?:figure|column|image|panel),
    (?:figure|table|picture|plot|diagram|equation|example)s? (?:above|below|shows?|illustrates?)
    """)
"""Other words that point into the paper."""

PUBLISHING = phrases(r"""
    University, Department, Institute of, Proceedings, Conference on, Transactions on, Copyright, Acknowledge?ments?,
    Permission
    to, eprint, preprint,
    arXiv, ISBN, ISSN, doi, Keywords, Index Terms, fellowship, thank, grateful, reviewers?, supported by (?:the|a|NSF|DFG),
    grants? (?:no|number|from|agreement)
    """)
"""Words of title pages, thanks and reference lists."""

ASIDES_TO_THE_READER = phrases(r"""
    [Yy]ou, [Yy]our, I, [Ll]et[’']s, [Oo]ne may (?:wonder|ask|recall), (?:this|the|coding) assignment, homework,
    our contributions?, these notes,
    [Aa]t long last, over and over, pressing,
    verify that, [Pp]roofs? (?:is|are) omitted
    """)
"""Talk between author and reader."""

AUXILIARIES = phrases(r"""
    is, are, was, were, be, been, has, have, had, can, cannot, could, may, might, must, will, would, shall, should,
    does, do, did
    """)

AFTER_A_VERB = phrases(r"""
    an?, the, its, their, all, each, every, that, to, no, any, how, whether, on, only, both, more, better, well, not, two,
    three, many, one, as, from,
    with, for, in, by, over, up, at, of
    """)
"""What commonly follows a finite verb in -s or -ed."""

HEADING_ENDS_BEFORE = phrases(r"""
    The, This, These, We, In, An, If, For, Our, It, When, As, To, By, Each, There, Given, Since, Let, Although, While,
    However,
    Suppose, Consider,
    Recall, During, With, On, From, At, Using, After, Under, Unlike
    """)
"""A capital on one of these in mid-sentence: a heading was drawn in front of the sentence."""
