"""The closed classes of English words that decide what a sentence asserts: negators, quantifiers, modals, conditions, light words.

Belongs here: classes that grammar closes, in which no word is ever added, as the grammars list them (Quirk et al., A Comprehensive
Grammar of the English Language, 1985: determiners and quantifiers 5.10 ff., modals 4.49 ff., negators 10.54 ff., conjunctions 14.12 ff.).
Strength follows the scales of Horn (A Natural History of Negation, 1989): from a word follow the weaker ones of its scale, never the
stronger. Does not belong here: open classes (nouns, verbs, adjectives), whose relations WordNet holds (`wordnet`).
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LIGHT = _words(
    """
    a an the am is are was were be been being 's 're 'm has have had having 've do does did doing done 'd i me my mine myself
    we us our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself they
    them their theirs themselves one ones oneself this that these those such here there who whom whose which what where when
    while that whereby wherein thereby therein thereof of in on at by for to as into onto within upon with from via per among
    between through during throughout toward towards across along regarding concerning and also too so thus therefore hence
    then now however moreover furthermore additionally besides nevertheless nonetheless although though whereas yet still
    indeed namely accordingly consequently because since like ie eg e.g i.e etc respectively own very just even both re ve ll
    """
)
"""Words whose change leaves what is asserted as it was, or changes only tense, reference or flow."""

NAMES_IN_CAPITALS = frozenset({"IT", "US", "WHO"})
"""Light words that in capitals name something; no other is a widely used abbreviation."""

CONNECTIVES: tuple[frozenset[str], ...] = (
    _words("also too moreover furthermore additionally besides"),
    _words("so thus therefore hence then accordingly consequently"),
    _words("however nevertheless nonetheless yet still although though whereas"),
    _words("because since"),
    _words("now namely indeed"),
)
"""Connectives that may stand for each other, group by group."""

OPENERS = _words(
    """
    because since when while if although though as after before until unless where whereas once for in on at by with from to under
    during without through despite given among between within upon via per throughout
    """
)
"""Conjunctions and prepositions with which a clause or phrase begins that can stand at either end of its sentence."""

NEGATORS = _words("not no never none nobody nothing nowhere neither nor without cannot hardly scarcely barely")

UNIVERSAL = _words("all every each any only always whenever few fewer")
"""Determiners and adverbs under which a narrower word follows from a wider one, and not the other way round (downward monotone)."""

STRONG = _words(
    """
    all every each any always must will shall exactly precisely completely entirely fully totally wholly only solely
    exclusively certainly definitely necessarily invariably everyone everybody everything everywhere whole entire prove proves
    proved proven guarantee guarantees guaranteed ensure ensures absolutely undoubtedly unconditionally universally
    """
)
"""Universal quantifiers, strong modals and exact degrees."""

HEDGES = _words(
    """
    may might could can would should possibly probably likely perhaps potentially presumably seemingly apparently arguably
    maybe
    """
)
"""Weak modals and adverbs that keep a statement from being asserted."""

HEDGING_VERBS = _words(
    """
    suggest suggests suggested suggesting seem seems seemed appear appears appeared tend tends tended believe believes
    believed think thinks thought conjecture conjectured conjectures hypothesize hypothesized hypothesise hypothesised suspect
    suspects suspected speculate speculates speculated fail fails failed failing refuse refuses refused refusing deny denies denied
    denying attempted tried tries hoped hopes intended intends claimed allege alleges alleged allegedly supposed supposedly
    """
)
"""Verbs that do the same, those among them of which it follows that it is not so (Karttunen, Implicative Verbs, 1971), without forms
that are nouns as often; they are open words, too, with synonyms."""

PRONOUNS = _words(
    """
    i me my we us our he him his she her hers it its they them their theirs this these that those who which
    """
)

APPROXIMATORS = _words("nearly almost approximately roughly around about circa virtually practically close")

DOWNWARD = _words("few fewer little rarely seldom minority infrequently")
"""Quantifiers that say how few."""

UPWARD_RANKS: dict[str, int] = {
    **dict.fromkeys(_words("some sometimes several occasionally certain partly partially various somewhat"), 1),
    **dict.fromkeys(_words("many often frequently commonly numerous much regularly"), 2),
    **dict.fromkeys(_words("most mostly usually generally typically normally majority largely mainly primarily"), 3),
}
"""Quantifiers that say how many, by their place on the scale some < many < most."""

CONDITIONS = _words("if unless whether except provided providing assuming suppose supposing only until otherwise")
"""Words that open a condition or an exception."""

PHRASES: tuple[frozenset[str], ...] = (
    _words("example instance such including includes include eg namely like"),
    _words("due owing because thanks since"),
    _words("known called termed named"),
)
"""Words of set phrases that say the same: "for example" and "such as", "due to" and "owing to", "called" and "known as". Their
prepositions are light, and stand in too much else."""

OPPOSED: tuple[tuple[str, str], ...] = (
    ("before", "after"),
    ("above", "below"),
    ("over", "under"),
    ("in", "out"),
    ("on", "off"),
    ("up", "down"),
    ("with", "without"),
    ("for", "against"),
    ("inside", "outside"),
    ("within", "outside"),
    ("within", "beyond"),
    ("ahead", "behind"),
    ("until", "since"),
    ("and", "or"),
    ("either", "neither"),
    ("more", "less"),
    ("greater", "less"),
    ("greater", "fewer"),
    ("more", "fewer"),
    ("most", "least"),
    ("always", "never"),
    ("all", "none"),
    ("all", "no"),
    ("everything", "nothing"),
    ("everyone", "nobody"),
    ("like", "unlike"),
    ("because", "despite"),
    ("because", "although"),
    ("since", "although"),
    ("toward", "from"),
    ("to", "from"),
    ("by", "to"),
    ("by", "from"),
    ("he", "she"),
    ("him", "her"),
    ("his", "her"),
    ("his", "hers"),
    ("himself", "herself"),
)
"""Function words that say the contrary of each other; WordNet has no function words."""
