"""LaTeX in running text, as the characters it would be typeset in.

Belongs here: macros to characters by the tables of `pylatexenc`, and what carries no words (dollars, wrappers, braces, spacing). A macro
that is not known stays as it is written. Does not belong here: a LaTeX document with its own macros, environments and files.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from pylatexenc.latex2text import get_default_latex_context_db

from wiki_assets.text.edits import Edit

# Macros that only say how their argument looks, or where it goes.
_WRAPPERS = frozenset((
    "text", "textrm", "textbf", "textit", "texttt", "textsf", "textsc", "textnormal", "textup", "textsl", "emph", "mbox", "hbox",
    "underline", "uline", "mathrm", "mathbf", "mathit", "mathsf", "mathtt", "mathbb", "mathcal", "mathfrak", "mathscr", "mathnormal",
    "boldsymbol", "bm", "bold", "operatorname", "ensuremath", "mathop", "mathrel", "mathbin", "mathord", "mathopen", "mathclose",
    "left", "right", "middle", "big", "Big", "bigg", "Bigg", "bigl", "bigr", "Bigl", "Bigr", "biggl", "biggr", "Biggl", "Biggr",
    "limits", "nolimits", "displaystyle", "textstyle", "scriptstyle", "scriptscriptstyle", "rm", "bf", "it", "em", "sf", "tt", "cal",
    "textsubscript", "overbrace", "underbrace", "phantom", "smash", "nonumber", "notag",
))  # fmt: skip
_FRACTIONS = frozenset(("frac", "dfrac", "tfrac", "cfrac", "sfrac", "nicefrac"))
# What the tables of `pylatexenc` 2.11 lack, or have as an accent.
_SYNONYMS = {
    "ne": "≠", "lt": "<", "gt": ">", "land": "∧", "lor": "∨", "lnot": "¬", "neg": "¬", "iff": "⇔", "implies": "⇒", "impliedby": "⇐",
    "gets": "←", "bot": "⊥", "dag": "†", "ddagger": "‡", "S": "§", "P": "¶", "copyright": "©", "degree": "°", "triangle": "△",
    "Box": "□", "sqrt": "√", "imath": "ı", "jmath": "ȷ", "colon": ":", "lbrack": "[", "rbrack": "]", "models": "⊨", "coloneqq": "≔",
    "Re": "ℜ", "Im": "ℑ", "arg": "arg", "det": "det", "dim": "dim", "ker": "ker",
    "deg": "deg", "gcd": "gcd", "Pr": "Pr", "argmax": "argmax",
    "argmin": "argmin", "textsuperscript": "^",
    "textasciicircum": "^", "textasciitilde": "~", "textperiodcentered": "·", "dots": "…", "enspace": " ", "thinspace": " ", "space": " ",
}  # fmt: skip
# Macros whose usual meaning in a document is another one than in those tables: today's date, and the identity of quantum mechanics.
_OTHERWISE = frozenset(("today", "id"))
_ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307", "hat": "\u0302",
    "widehat": "\u0302", "bar": "\u0304", "overline": "\u0304", "tilde": "\u0303", "widetilde": "\u0303", "vec": "\u20d7",
    "dot": "\u0307", "ddot": "\u0308", "check": "\u030c", "breve": "\u0306", "acute": "\u0301", "grave": "\u0300",
    "mathring": "\u030a", "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328", "r": "\u030a", "d": "\u0323",
    "b": "\u0331",
}  # fmt: skip
_NAMED_ACCENTS = "|".join(sorted((name for name in _ACCENTS if len(name) > 1), reverse=True))
_DRAWN_OVER = frozenset(name for name in _ACCENTS if len(name) > 1)
"""Named accents; over more than one letter they are left out, for no character has them."""
_LETTER = r"(?:[^\W\d_]|\\[ij](?![A-Za-z])[ ]?)"

# Macros whose names are no words: one that stands without its backslash has lost it on the way.
_BARE_NAMES = ("textrm", "textbf", "textit", "mathrm", "mathbf", "mathbb", "mathcal", "widehat", "widetilde", "boldsymbol")
_BARE_NAME = re.compile(rf"(?<![A-Za-z\\])(?:{'|'.join(_BARE_NAMES)})(?![A-Za-z])[ ]?")

_SIGN = re.compile(r"[\\^{}$_~]")  # finding one of these first is ten times as fast as trying for a token everywhere
_TOKEN = re.compile(
    rf"""(?P<accent>\\(?:(?:['"`^~])\s*(?:\{{{_LETTER}\}}|{_LETTER})|[=.cvuHkrdb]\s*\{{{_LETTER}\}}
        |(?:{_NAMED_ACCENTS})(?:\s*\{{\s*{_LETTER}\s*\}}|\s+{_LETTER}(?![^\W\d_]))))
    | \\not(?![A-Za-z])\s*(?P<negated>\\[A-Za-z]+|[^\w\s\\{{}}$])
    | (?P<environment>\\(?:begin|end)\{{[A-Za-z]+\*?\}})
    | (?P<raised>\^(?:\{{\\(?:circ|prime)\}}|\\(?:circ|prime)(?![A-Za-z])))
    | \\(?P<macro>[A-Za-z]+)\*?
    | \\(?P<escaped>[^A-Za-z])
    | (?P<comma>\{{,\}})
    | (?P<dollar>\$)
    | (?P<open>\{{)
    | (?P<close>\}})
    | (?P<subscript>_)
    | (?P<tie>~)""",
    re.VERBOSE | re.DOTALL,
)
_ACCENT_PARTS = re.compile(r"\\([A-Za-z]+|.)[\s{\\]*(.)", re.DOTALL)
_GROUP_OF_DIGITS = re.compile(r"\d{3}(?!\d)")
_DOLLARS = re.compile(r"(?<!\\)\${1,2}")
_LONGEST_FORMULA = 1000
_MACRO = re.compile(r"\\[A-Za-z]")
_MATHEMATICS = re.compile(r"[\\^_{=]|^\D.*[<>+*/|-]", re.DOTALL)
_TIED = re.compile(r"(?:(?<=[a-z]{2})|(?<=\.))~(?=[\dA-Z\\\[$(])")  # "Fig.~3"; as a sign "~" means much else
_SPACING = frozenset(",;:> \t\n\\")
_NOTHING = frozenset("!/-@")


@cache
def _characters() -> dict[str, str]:
    """What macros without argument stand for. References, citations and today's date are no characters of the text."""
    known = {}
    for spec in get_default_latex_context_db().iter_macro_specs():
        found = spec.simplify_repl
        if (
            isinstance(found, str)
            and spec.macroname.isalpha()
            and spec.macroname not in _OTHERWISE
            and not set("%<\\") & set(found)
        ):
            known[spec.macroname] = " " if found.isspace() else found
    return known | _SYNONYMS


def latex_edits(text: str) -> list[Edit]:
    """Sets the LaTeX that stands in a text; a text with no backslash, dollar, "_" or "^{" has none."""
    macros = "\\" in text or "_" in text or "^{" in text
    dollars = _formula_dollars(text) if "$" in text else {}
    edits = _Setting(text, dollars).edits() if macros or dollars else []
    stems = "math" in text or "text" in text or "wide" in text or "bold" in text  # fewer to look for; most texts have none
    if stems and any(name in text for name in _BARE_NAMES):
        edits = _apart(sorted([*edits, *(Edit(*match.span(), "") for match in _BARE_NAME.finditer(text))]))
    return edits


def _apart(edits: list[Edit]) -> list[Edit]:
    """Leaves out what an edit before it covers already, as the name of an environment."""
    kept: list[Edit] = []
    for edit in edits:
        if not kept or edit.start >= kept[-1].end:
            kept.append(edit)
    return kept


def _formula_dollars(text: str) -> dict[int, bool]:
    r"""Where the dollars stand that set a formula, and not a sum of money; whether there a formula is open behind them.

    As Pandoc has it, none opens one before white space, and none closes one behind white space. Between them must stand something
    mathematical, or one piece without spaces; and a macro, where a digit follows ("$\theta$2").
    """
    found: dict[int, bool] = {}
    opening: tuple[int, int] | None = None
    for dollar in _DOLLARS.finditer(text):
        start, end = dollar.span()
        if opening is not None and opening[1] - opening[0] == 1 and end - start == 2:  # "$x$$y$"
            closing, start = (start, start + 1), start + 1
        else:
            closing = start, end
        if opening is None or not _is_formula(text, opening, closing):
            opening = dollar.span()
            continue
        found |= dict.fromkeys(range(*opening), True) | dict.fromkeys(range(*closing), False)
        opening = (start, end) if closing[1] < end else None
    return found


def _is_formula(text: str, opening: tuple[int, int], closing: tuple[int, int]) -> bool:
    content = text[opening[1] : min(closing[0], opening[1] + _LONGEST_FORMULA + 1)]
    if not content or len(content) > _LONGEST_FORMULA or opening[1] - opening[0] != closing[1] - closing[0]:
        return False
    if closing[1] - closing[0] == 1 and (content[0].isspace() or content[-1].isspace()):
        return False
    if text[closing[1] : closing[1] + 1].isdigit():
        return _MACRO.search(content) is not None
    return _MATHEMATICS.search(content) is not None or len(content.split()) == 1


class _Setting:
    """Goes through the LaTeX tokens of one text, once."""

    def __init__(self, text: str, dollars: dict[int, bool]) -> None:
        self._text = text
        self._edits: list[Edit] = []
        self._dollars = dollars
        self._in_dollars = False
        self._brackets = 0  # formulae open in \\( or \\[
        self._argument_at = -1  # where a brace would open the argument of the macro before it
        self._fraction_at = -1  # and where it would open a numerator
        self._open: list[tuple[int, bool]] = []  # of every open brace the place of its edit, -1 if it stands; whether a numerator

    def edits(self) -> list[Edit]:
        handlers = {
            "accent": self._accent, "negated": self._negated, "environment": self._environment, "raised": self._raised,
            "macro": self._macro, "escaped": self._escaped, "comma": self._comma, "dollar": self._dollar, "open": self._opened,
            "close": self._closed, "subscript": self._subscript, "tie": self._tie,
        }  # fmt: skip
        at = 0
        while sign := _SIGN.search(self._text, at):
            at = sign.end()
            if match := _TOKEN.match(self._text, sign.start()):
                handlers[str(match.lastgroup)](match)
                at = match.end()
        never_closed = {place for place, _ in self._open}
        return [edit for place, edit in enumerate(self._edits) if place not in never_closed]

    def _put(self, match: re.Match[str], replacement: str, *, further: int = 0) -> None:
        end = match.end() + further
        if self._text[match.start() : end] != replacement:
            self._edits.append(Edit(match.start(), end, replacement))

    @property
    def _in_formula(self) -> bool:
        return self._in_dollars or self._brackets > 0

    def _at(self, offset: int) -> str:
        return self._text[offset : offset + 1] if offset >= 0 else ""

    def _accent(self, match: re.Match[str]) -> None:
        parts = _ACCENT_PARTS.match(match.group())
        if parts is not None:
            self._put(match, unicodedata.normalize("NFC", parts[2] + _ACCENTS[parts[1]]))

    def _negated(self, match: re.Match[str]) -> None:
        sign = match["negated"]
        known = _characters().get(sign[1:]) if sign[0] == "\\" else sign
        if known is not None and len(known) == 1 and unicodedata.category(known) == "Sm":
            self._put(match, unicodedata.normalize("NFC", known + "\u0338"))

    def _environment(self, match: re.Match[str]) -> None:
        self._put(match, " ")

    def _raised(self, match: re.Match[str]) -> None:
        self._put(match, "°" if "circ" in match.group() else "'")

    def _comma(self, match: re.Match[str]) -> None:
        self._put(match, ",")

    def _tie(self, match: re.Match[str]) -> None:
        if _TIED.match(self._text, match.start()):
            self._put(match, " ")

    def _macro(self, match: re.Match[str]) -> None:
        name, end = match["macro"], match.end()
        if name in _WRAPPERS or name in _DRAWN_OVER:
            empty_delimiter = name in ("left", "right") and self._at(end) == "."
            self._put(match, "", further=int(empty_delimiter or self._at(end) == " "))
        elif name in _FRACTIONS and self._at(end) == "{":
            self._put(match, "")
            self._fraction_at = end
        elif (found := _characters().get(name)) is not None:
            apart = found[:1].isalpha() and found.isascii() and self._at(match.start() - 1).isalnum()
            self._put(match, f" {found}" if apart else found)
        else:
            return
        self._argument_at = end

    def _escaped(self, match: re.Match[str]) -> None:
        sign, end = match["escaped"], match.end()
        if sign in "([" and self._text.find(rf"\{')' if sign == '(' else ']'}", end, end + _LONGEST_FORMULA) >= 0:
            self._brackets += 1
            self._put(match, "")
        elif sign in ")]" and self._brackets:
            self._brackets -= 1
            self._put(match, "")
        elif sign in _SPACING:
            within_number = sign == "," and self._at(match.start() - 1).isdecimal() and _GROUP_OF_DIGITS.match(self._text, end)
            self._put(match, "" if within_number else " ")
        elif sign in _NOTHING:
            self._put(match, "")
        elif sign == "_":
            self._put(match, "" if self._is_subscript(match.start(), end) else "_")
        elif unicodedata.category(sign)[0] in "PS":
            self._put(match, "‖" if sign == "|" else sign)

    def _dollar(self, match: re.Match[str]) -> None:
        opens = self._dollars.get(match.start())
        if opens is not None:
            self._in_dollars = opens
            self._put(match, "")

    def _opened(self, match: re.Match[str]) -> None:
        at = match.start()
        groups = self._in_formula or at == self._argument_at or self._at(at - 1) in ("^", "_") or self._at(at + 1) == "\\"
        self._open.append((len(self._edits) if groups else -1, at == self._fraction_at))
        if groups:
            self._put(match, "")

    def _closed(self, match: re.Match[str]) -> None:
        if not self._open:
            return
        place, numerator = self._open.pop()
        if place < 0:
            return
        over = numerator and self._at(match.end()) == "{"
        self._put(match, "/" if over else "")
        if over:
            self._argument_at = match.end()

    def _subscript(self, match: re.Match[str]) -> None:
        if self._in_formula or self._is_subscript(match.start(), match.end()):
            number = (
                self._at(match.start() - 1).isdecimal() and self._at(match.end() + (self._at(match.end()) == "{")).isdecimal()
            )
            self._put(match, "_" if number else "")

    def _is_subscript(self, start: int, end: int) -> bool:
        """Whether "_" sets a subscript: before a brace, or behind a single letter as in "x_1"."""
        letter = self._at(start - 1).isalpha() and not (self._at(start - 2).isalnum() or self._at(start - 2) in ("_", "\\"))
        return self._at(end) == "{" or (letter and self._at(end).isalnum())
