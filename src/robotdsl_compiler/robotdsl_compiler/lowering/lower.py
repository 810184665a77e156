"""The entry of lowering: four syntax trees and the libraries in, the program out."""

from __future__ import annotations

from collections.abc import Mapping

from robotdsl_compiler.frontend.syntax import Document, Form
from robotdsl_compiler.lowering.context import Context, Libraries
from robotdsl_compiler.lowering.environments import Environments, take_environments
from robotdsl_compiler.lowering.evaluation import lower_evaluation
from robotdsl_compiler.lowering.names import Namespaces
from robotdsl_compiler.lowering.robot import lower_robot
from robotdsl_compiler.lowering.task import lower_task
from robotdsl_compiler.lowering.world import lower_world
from robotdsl_compiler.model.program import Program
from robotdsl_compiler.support.diagnostic import Diagnostics


def lower(documents: Mapping[Form, Document], libraries: Libraries, diagnostics: Diagnostics) -> Program | None:
    """The resolved program, or ``None`` after reporting at least one fault.

    ``documents`` holds what was parsed. With ``.core``, ``.world`` or ``.task`` missing no program comes of it, but
    what is there is checked as far as it stands alone: references into a missing form are passed over.

    Reports in the phases ``name_resolution`` (codes ``name.*``) and ``type_check`` (codes ``type.*``).
    """
    names = Namespaces(documents)
    context = Context(diagnostics, libraries, names)
    core, world, task = (documents.get(form) for form in (Form.CORE, Form.WORLD, Form.TASK))
    environments = take_environments(context, world) if world is not None else Environments()
    context.failed |= names.report_duplicates(diagnostics)
    eval = documents.get(Form.EVAL)
    lowered_robot = lower_robot(context, core) if core is not None else None
    lowered_world = lower_world(context, world, environments) if world is not None else None
    lowered_task = lower_task(context, task) if task is not None else None
    lowered_evaluation = lower_evaluation(context, eval) if eval is not None else None
    if context.failed or lowered_robot is None or lowered_world is None or lowered_task is None:
        return None
    return Program(
        sources=tuple(documents[form].source for form in Form if form in documents),
        robot=lowered_robot,
        world=lowered_world,
        task=lowered_task,
        evaluation=lowered_evaluation,
    )
