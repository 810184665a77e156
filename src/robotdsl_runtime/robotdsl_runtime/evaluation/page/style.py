"""The report's style sheet: light and dark, wide and narrow."""

from __future__ import annotations

from robotdsl_runtime.evaluation.drawing.palette import DARK, LIGHT
from robotdsl_runtime.evaluation.svg import color_variables, style_sheet

_PAGE = """
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink)}
body{font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:980px;margin:0 auto;padding:28px 20px 56px}
h1{font-size:28px;line-height:1.2;margin:0;overflow-wrap:anywhere}
h2{font-size:18px;line-height:1.3;margin:0 0 12px}
h3{font-size:14px;margin:20px 0 8px;color:var(--ink-2)}
p{margin:0 0 10px}
code{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
section,.facts{margin-top:20px;padding:20px;border-radius:10px}
section,.facts{background:var(--surface);border:1px solid var(--hairline)}
.quiet{color:var(--ink-2)}
.eyebrow{margin:0 0 2px;color:var(--muted);font-size:13px}
.top{display:flex;flex-wrap:wrap;gap:12px 20px;align-items:center;justify-content:space-between}
.sign{display:inline-block;min-width:1.1em;text-align:center;font-weight:700}
.verdict{font-weight:600;white-space:nowrap}
.pass{color:var(--pass)}.fail{color:var(--fail)}.unknown{color:var(--unknown)}.none{color:var(--muted)}.tile.none{background:var(--track)}
.stamp{padding:6px 16px;border-radius:999px;font-size:18px;font-weight:650;border:1.5px solid currentColor}
.stamp.pass,.tile.pass{background:var(--pass-wash)}
.stamp.fail,.tile.fail{background:var(--fail-wash)}
.stamp.unknown,.tile.unknown{background:var(--unknown-wash)}
.tiles{display:grid;grid-template-columns:repeat(3,1fr);gap:12px;margin-top:20px}
.tile{padding:14px 16px;border-radius:10px;color:var(--ink);min-width:0}
.tile h2{display:flex;justify-content:space-between;gap:8px;margin:0 0 4px;font-size:15px}
.tile p{margin:0;color:var(--ink-2);font-size:14px;overflow-wrap:anywhere}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(132px,1fr));gap:14px 20px;margin-bottom:0}
.facts div{min-width:0}
dt{color:var(--muted);font-size:13px}
dd{margin:0;font-size:17px;font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
dd small{display:block;font-size:13px;font-weight:400;color:var(--ink-2)}
svg{display:block;width:100%;height:auto;font-family:inherit}
svg text{font-variant-numeric:tabular-nums}
svg .halo{paint-order:stroke;stroke:var(--floor);stroke-width:3px;stroke-linejoin:round}
polyline{stroke-linejoin:round;stroke-linecap:round}
.map{max-width:920px;margin:0 auto}
.wide{overflow-x:auto}
.wide svg{min-width:640px}
.legend{display:flex;flex-wrap:wrap;gap:4px 18px;margin:10px 0 0;padding:0;list-style:none}
.legend{color:var(--ink-2);font-size:13px}
.legend svg{display:inline-block;width:18px;height:12px;vertical-align:-1px;margin-right:5px}
.scrub{display:grid;grid-template-columns:auto 1fr;gap:4px 12px;align-items:center;margin:12px 0 0}
.scrub[hidden]{display:none}
.scrub input{width:100%;accent-color:var(--series-1)}
.scrub output{grid-column:1/-1;color:var(--ink-2);font-size:13px;font-variant-numeric:tabular-nums;min-height:1.5em}
button{font:inherit;font-size:14px;padding:3px 12px;min-width:68px;cursor:pointer}
button{color:var(--ink);background:var(--track);border:1px solid var(--axis);border-radius:6px}
#cursor{stroke:var(--ink);stroke-width:1;opacity:.55}
table{width:100%;border-collapse:collapse;font-size:14px}
th{padding:0 12px 6px 0;text-align:left;font-weight:500;font-size:13px}
th{color:var(--muted);border-bottom:1px solid var(--axis)}
.c-verdict{width:104px}.c-value{width:118px}.c-bound{width:108px}.c-gauge{width:192px}
.even{table-layout:fixed}
td{padding:8px 12px 8px 0;vertical-align:top;border-bottom:1px solid var(--hairline);overflow-wrap:anywhere}
tr:last-child td{border-bottom:0}
th:last-child,td:last-child{padding-right:0}
.num{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.why{display:block;color:var(--ink-2);font-size:13px}
.gauge{width:180px;padding-top:10px}
.gauge svg{height:18px}
.gauge circle{stroke:var(--surface);stroke-width:1.5}
.g-track{fill:var(--track)}.g-allowed{fill:var(--pass);fill-opacity:.28}
.g-bound{stroke:var(--ink-2);stroke-width:1.5}.g-span{stroke:var(--ink-2);stroke-width:3;stroke-linecap:round}
.g-pass{fill:var(--pass)}.g-fail{fill:var(--fail)}.g-unknown{fill:var(--unknown)}
.views{display:grid;grid-template-columns:repeat(auto-fit,minmax(280px,1fr));gap:16px}
figure{margin:0}
figure img,figure video{display:block;width:100%;height:auto;border-radius:6px}
figcaption{margin-top:6px;color:var(--ink-2);font-size:13px}
details{margin-top:12px}
summary{cursor:pointer;font-weight:600}
ul.plain{margin:0;padding-left:18px}
footer{margin-top:20px;color:var(--muted);font-size:13px}
@media (max-width:640px){
main{padding:20px 12px 40px}
h1{font-size:23px}
section,.facts{padding:16px 14px}
.tiles{grid-template-columns:1fr}
.map text{font-size:19px}
.map .d-note{font-size:15px}
.cards thead{display:none}
.cards,.cards tbody{display:block}
.cards tr{display:grid;grid-template-columns:1fr auto;gap:2px 12px;padding:10px 0}
.cards tr{border-bottom:1px solid var(--hairline)}
.cards tr:last-child{border-bottom:0}
.cards td{padding:0;border:0}
.cards td[data-name]:before{content:attr(data-name) " ";color:var(--muted);font-size:13px}
.cards .num{text-align:left}
.cards .at,.cards .num+.num{text-align:right}
.cards .full{grid-column:1/-1}
.cards td:empty{display:none}
.gauge{width:auto;padding-top:6px}
.gauge svg{height:auto;max-width:320px}
}
@media print{body{background:none}section,.facts{break-inside:avoid}.scrub{display:none}}
""".strip()


def css() -> str:
    """The whole style sheet. Deterministic."""
    return "\n".join(
        (
            f":root{{color-scheme:light dark;{color_variables(LIGHT)}}}",
            f"@media (prefers-color-scheme:dark){{:root{{{color_variables(DARK)}}}}}",
            _PAGE,
            style_sheet(),
        )
    )
