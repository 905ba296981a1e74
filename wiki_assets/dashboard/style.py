"""The look of the page: one style sheet, light and dark, from 360 pixels to a desk's screen, and on paper.

Belongs here: colours, spaces, type. Does not belong here: markup (`sections`, `page`). Contrasts of all pairs of colours that carry words
are computed in a test: at least 4.5 to 1 (WCAG 2.2, level AA), 3 to 1 for shapes.
"""

from __future__ import annotations

from collections.abc import Mapping

LIGHT: Mapping[str, str] = {
    "paper": "#f6f5f2",
    "surface": "#ffffff",
    "ink": "#1d1e20",
    "quiet": "#5a5e66",
    "rule": "#dcdad4",
    "shape": "#84868c",
    "accent": "#24578f",
    "good": "#1b6e45",
    "look": "#855300",
    "bad": "#b02a20",
    "wash": "#e6edf5",
}
DARK: Mapping[str, str] = {
    "paper": "#131416",
    "surface": "#1c1e21",
    "ink": "#e9e8e4",
    "quiet": "#a5a8ae",
    "rule": "#33363b",
    "shape": "#7e8289",
    "accent": "#8dbbe9",
    "good": "#74cb9d",
    "look": "#e6b450",
    "bad": "#ff8d82",
    "wash": "#202b38",
}

_RULES = """
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",
Arial,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:break-word}
.skip{position:absolute;left:-999rem}
.skip:focus{position:static;display:inline-block;padding:.5rem 1rem}
header,main,footer{max-width:76rem;margin:0 auto;padding:0 clamp(1rem,4vw,3rem)}
header{padding-top:clamp(1.5rem,4vw,3.5rem)}
a{color:var(--accent);text-decoration-thickness:.06em;text-underline-offset:.18em}
a:hover{text-decoration-thickness:.14em}
:focus-visible{outline:2px solid var(--accent);outline-offset:3px;border-radius:3px}
h1,h2,h3,p,ul,dl,dd{margin:0}
h1{font-size:clamp(1.4rem,1rem + 1.8vw,2.15rem);line-height:1.25;font-weight:620;letter-spacing:-.012em;max-width:34em;text-wrap:balance}
h2{font-size:1.2rem;line-height:1.3;font-weight:620;letter-spacing:-.005em}
h3{font-size:1.02rem;line-height:1.4;font-weight:620}
.over{color:var(--quiet);font-size:.875rem;margin-bottom:.75rem}
.trust{margin-top:.85rem;color:var(--quiet);max-width:46rem}
.quiet{color:var(--quiet)}
.small{font-size:.875rem}
.nowrap{white-space:nowrap}
.figures+.meta{margin-top:.6rem}
.parts{list-style:none;padding:0;margin:clamp(1.5rem,3vw,2.5rem) 0 0;display:grid;grid-template-columns:repeat(6,minmax(0,1fr));
background:var(--surface);border:1px solid var(--rule);border-radius:.75rem;overflow:hidden}
.parts li{border-left:1px solid var(--rule);margin-left:-1px}
.parts a{display:flex;flex-direction:column;height:100%;padding:1rem 1.05rem 1.1rem;color:inherit;text-decoration:none}
.parts a:hover{background:var(--wash)}
.parts a:focus-visible{outline-offset:-3px}
.parts .name{font-size:.875rem;color:var(--quiet)}
.parts .figure{font-size:clamp(1.25rem,1rem + .7vw,1.6rem);line-height:1.3;font-weight:600;margin:.15rem 0 .1rem;
letter-spacing:-.01em;white-space:nowrap}
.parts .line{font-size:.8125rem;line-height:1.4;color:var(--quiet);margin-bottom:.75rem}
.state{display:inline-flex;align-items:baseline;gap:.4em;font-size:.8125rem;font-weight:600;margin-top:auto}
.state svg{width:1em;height:1em;flex:none;fill:currentColor;transform:translateY(.12em)}
.good{color:var(--good)}.look{color:var(--look)}.bad{color:var(--bad)}.unknown{color:var(--quiet)}
section{display:grid;grid-template-columns:minmax(0,15rem) minmax(0,1fr);gap:1rem clamp(2rem,4vw,3.5rem);
padding:clamp(1.75rem,3.4vw,2.75rem) 0;border-top:1px solid var(--rule);scroll-margin-top:.5rem}
main>section:first-of-type{border-top:0}
.calm{padding-top:1.15rem;padding-bottom:1.15rem;align-items:baseline}
.calm .head{position:static}
.head p{margin-top:.4rem;color:var(--quiet);font-size:.9375rem}
.body>*+*{margin-top:1.25rem}
.fine{display:flex;gap:.55em;align-items:baseline;color:var(--quiet)}
.fine svg{width:.9em;height:.9em;flex:none;fill:var(--good);transform:translateY(.1em)}
.items{list-style:none;padding:0}
.items>li{padding:1.1rem 0;border-top:1px solid var(--rule)}
.items>li:first-child{padding-top:0;border-top:0}
.items>li:last-child{padding-bottom:0}
.items p{margin-top:.35rem;max-width:46rem}
.meta{color:var(--quiet);font-size:.875rem;line-height:1.6}
.meta>span:not(:last-child)::after{content:"\\00b7";margin:0 .5em}
.todo{padding-left:.85rem;border-left:3px solid var(--rule)}
.todo b{font-weight:600}
.rate{display:flex;align-items:center;gap:.6rem}
.items .rate{margin-top:.3rem}
blockquote,.said{margin:.6rem 0 0;padding:0}
.said{list-style:none}
.said li{padding:.1rem 0 .15rem .85rem;border-left:3px solid var(--rule)}
.said li+li{margin-top:.7rem}
.said .meta{margin-top:.1rem}
.said q{quotes:"\\201c" "\\201d"}
details>summary{cursor:pointer;color:var(--accent);padding:.3rem 0;font-size:.9375rem}
details{margin-top:.35rem}
.chart+table{margin-top:1.5rem}
.chart{display:block;width:100%;height:auto}
.chart.narrow{display:none}
.chart text{font-size:13px;fill:var(--quiet);font-family:inherit}
.chart text.strong{font-weight:640;fill:var(--ink);font-size:15px}
.chart text.threshold-label{fill:var(--look)}
.grid{stroke:var(--rule);fill:none;stroke-width:1}
.line{stroke:var(--accent);fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.spark .line{stroke-width:1.5}
.area{fill:var(--wash)}
.dot{fill:var(--accent);stroke:var(--paper);stroke-width:1.5}
.threshold{stroke:var(--look);fill:none;stroke-width:1.25;stroke-dasharray:5 4}
.spark .threshold{stroke-width:1;stroke-dasharray:2 3}
.bar,.fill{fill:var(--accent)}
.fill.short{fill:var(--bad)}
.track{fill:var(--rule)}
.mark{stroke:var(--ink);stroke-width:1.5;fill:none}
.meter{width:6.25rem;height:.875rem;flex:none}
.spark{display:block}
table{border-collapse:collapse;width:100%;font-size:.9375rem}
caption{text-align:left;color:var(--quiet);font-size:.875rem;padding-bottom:.6rem}
th,td{text-align:left;vertical-align:middle;padding:.55rem 1.25rem .55rem 0;border-bottom:1px solid var(--rule)}
th:last-child,td:last-child{padding-right:0}
thead th{font-weight:600;font-size:.8125rem;color:var(--quiet);vertical-align:bottom}
tbody th{font-weight:500;overflow-wrap:anywhere;min-width:9rem}
tbody tr:last-child>*{border-bottom:0}
.n{text-align:right;white-space:nowrap}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:1.1rem 1.5rem}
.figures dt{font-size:.8125rem;color:var(--quiet)}
.figures dd{font-size:1.15rem;font-weight:580}
.figures .note{font-size:.8125rem;font-weight:400}
.columns{columns:17rem;column-gap:2rem;padding:0;list-style:none;font-size:.9375rem}
.columns li{break-inside:avoid;padding:.2rem 0}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.9em;overflow-wrap:anywhere}
footer{padding-top:1.5rem;padding-bottom:3rem;color:var(--quiet);font-size:.875rem}
footer .inner{border-top:1px solid var(--rule);padding-top:1.25rem;display:grid;gap:.4rem}
@media (min-width:70.01rem){.head{position:sticky;top:1.5rem;align-self:start}}
@media (max-width:62rem){
.parts{grid-template-columns:repeat(3,minmax(0,1fr))}
.parts li:nth-child(n+4){border-top:1px solid var(--rule)}
}
@media (max-width:70rem){
section{grid-template-columns:minmax(0,1fr);gap:1.1rem}
.calm{gap:.35rem}
.head p{max-width:46rem}
}
@media screen and (max-width:52rem){
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
table,tbody,caption{display:block}
tbody tr{display:grid;grid-template-columns:repeat(5,minmax(0,1fr));gap:.45rem .9rem;padding:.85rem 0;border-bottom:1px solid var(--rule)}
tbody tr:last-child{border-bottom:0}
tbody th,tbody td{display:block;padding:0;border:0;text-align:left;white-space:normal}
tbody th{grid-column:1/-1;font-weight:600}
td[data-label]::before{content:attr(data-label);display:block;font-size:.75rem;color:var(--quiet)}
tbody td.n{text-align:left}
.spark{width:100%;max-width:7rem;height:auto}
tbody .meter{width:2.75rem}
.rate{gap:.45rem}
}
@media (max-width:40rem){
.parts{grid-template-columns:repeat(2,minmax(0,1fr))}
.parts li:nth-child(n+3){border-top:1px solid var(--rule)}
.parts a{padding:.85rem .9rem .95rem}
.chart.wide{display:none}
.chart.narrow{display:block}
tbody tr{grid-template-columns:repeat(3,minmax(0,1fr))}
.figures{grid-template-columns:repeat(2,minmax(0,1fr))}
}
@media print{
body{background:#fff;font-size:10pt}
header,main,footer{max-width:none;padding-left:0;padding-right:0}
.skip{display:none}
section{break-inside:auto;padding:1rem 0}
.items>li,tr,.parts,.chart{break-inside:avoid}
.head,h3{break-after:avoid}
.chart.wide{display:block}.chart.narrow{display:none}
a{color:inherit}
}
@media (prefers-contrast:more){:root{--quiet:var(--ink);--rule:var(--shape)}}
@media (forced-colors:active){.line,.threshold,.mark{stroke:CanvasText}.bar,.fill,.dot{fill:CanvasText}.track{fill:GrayText}}
"""


def style_sheet() -> str:
    """The whole style sheet."""
    light, dark = _variables(LIGHT), _variables(DARK)
    return f":root{{color-scheme:light dark;{light}}}@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}{_RULES}"


def _variables(colours: Mapping[str, str]) -> str:
    return "".join(f"--{name}:{value};" for name, value in colours.items())
