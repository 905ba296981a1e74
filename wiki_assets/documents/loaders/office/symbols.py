"""Signs of the old symbol fonts, by what they look like.

Belongs here: the two tables. Does not belong here: which text is set in such a font.
"""

from __future__ import annotations

# The encoding of the font Symbol (Adobe's), from 0x21 and from 0xA1.
_SYMBOL = dict(
    [
        *enumerate("!∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼", 0x21),
        *enumerate("ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…│─↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\0〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭", 0xA1),
    ]
)
# Of Wingdings, what stands for words: ticks, crosses, boxes, arrows, bullets.
_WINGDINGS = {
    0x4A: "☺", 0x4C: "☹", 0x6C: "•", 0x6E: "▪", 0x6F: "☐", 0x71: "☐", 0x76: "❖", 0x9F: "•", 0xA7: "▪", 0xA8: "☐", 0xD8: "➢",
    0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xE8: "→", 0xF0: "⇨", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑",
}  # fmt: skip
_PRIVATE = 0xF000


def in_symbol_font(text: str, font: str) -> str:
    """A text set in this font, in letters that mean what they show; other fonts change nothing.

    Signs in the private area that no table has are left out: nobody can read or search them.
    """
    name = font.lower()
    if name == "symbol":
        return "".join(_sign(_SYMBOL, character, character) for character in text)
    if "wingdings" in name:
        return "".join(_sign(_WINGDINGS, character, "") for character in text)
    return text


def _sign(table: dict[int, str], character: str, default: str) -> str:
    code = ord(character)
    if _PRIVATE <= code <= _PRIVATE + 0xFF:
        return table.get(code - _PRIVATE, "")
    return table.get(code, default) if code <= 0xFF else character
