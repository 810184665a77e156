"""The report's account of what was run: sources, parts and stand-ins, from the output's compile.json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from robotdsl_runtime.evaluation.drawing.scene import mapping
from robotdsl_runtime.evaluation.svg import escape


def _list(items: Sequence[str]) -> str:
    return f'<ul class="plain">{"".join(f"<li>{item}</li>" for item in items)}</ul>'


def _records(stated: Any) -> list[Mapping[str, Any]]:
    return [r for r in stated if isinstance(r, Mapping)] if isinstance(stated, Sequence) else []


def _text(record: Mapping[str, Any], name: str) -> str:
    value = record.get(name)
    return "" if value is None else escape(str(value))


def _sources(compiled: Mapping[str, Any]) -> str:
    items = [
        f'<code>{_text(s, "name")}</code> <span class="quiet">sha256 <code>{_text(s, "sha256")[:16]}</code></span>'
        for s in _records(compiled.get("sources"))
    ]
    return f"<h3>Sources</h3>{_list(items)}" if items else ""


def _parts(compiled: Mapping[str, Any]) -> str:
    items = [
        f"{_text(p, 'component')}: {_text(p, 'type')} <code>{_text(p, 'library')}/{_text(p, 'id')}</code>"
        for p in _records(compiled.get("parts"))
    ]
    return f"<h3>Parts</h3>{_list(items)}" if items else ""


def _approximations(compiled: Mapping[str, Any]) -> str:
    items = [
        f"<strong>{_text(a, 'component')}</strong>: {_text(a, 'construct')} &rarr; {_text(a, 'emitted')}"
        f'<span class="why">{_text(a, "reason")}</span>'
        for a in _records(compiled.get("approximations"))
    ]
    return (
        f"<details><summary>Stand-ins of the simulation ({len(items)})</summary>{_list(items)}</details>"
        if items
        else ""
    )


def provenance(compiled: Mapping[str, Any], absent: Sequence[str]) -> str:
    """What the run was made of, from compile.json where there is one; ``absent`` names the files of the output that
    could not be read.
    """
    body = ""
    if compiled:
        intent = _text(mapping(compiled.get("program")), "intent")
        compiler = _text(compiled, "compiler") or "of unknown version"
        by = f"Compiler {compiler}, target <code>{_text(compiled, 'target')}</code>."
        told = f"<p>{intent}</p>" if intent else ""
        body = f'{told}<p class="quiet">{by}</p>{_sources(compiled)}{_parts(compiled)}{_approximations(compiled)}'
    if absent:
        body += f'<p class="quiet">Not readable in the output: {escape(", ".join(absent))}.</p>'
    return f'<section id="provenance"><h2>What was run</h2>{body}</section>' if body else ""
