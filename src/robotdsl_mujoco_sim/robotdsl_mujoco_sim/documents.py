"""The JSON files of an output directory, read with an error that names the file and the fault."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from robotdsl_mujoco_sim.errors import OutputError

Document = dict[str, Any]
VERSION = 1


def read_document(output: Path, name: str, schema: str) -> Document:
    """The document ``name`` (a path below ``output``) of this schema.

    Raises ``OutputError`` when it is missing, unreadable, no JSON object, or of another schema or version.
    """
    try:
        text = (output / name).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise OutputError(f"{name} is missing from {output}") from None
    except OSError as error:
        raise OutputError(f"{name} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise OutputError(f"{name} cannot be read: {error}") from None
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise OutputError(f"{name} is not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise OutputError(f"{name} is nested too deep to be read") from None
    if not isinstance(document, dict) or document.get("schema") != schema:
        raise OutputError(f"{name} is not a {schema} document")
    if document.get("version") != VERSION:
        raise OutputError(f"{name} is of version {document.get('version')!r}, and this runtime reads {VERSION}")
    return document
