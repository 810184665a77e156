"""Which judge a case has."""

from __future__ import annotations

from collections.abc import Callable

from robotdsl_tests.launched import colours, drive, sensor, task
from robotdsl_tests.launched.build import Built
from robotdsl_tests.launched.cases import Kind
from robotdsl_tests.launched.listener import Listener, Silence

_JUDGES = {
    Kind.DRIVE: drive.judge,
    Kind.SENSOR: sensor.judge,
    Kind.COLOURS: colours.judge,
}


def judge(built: Built, ended: Callable[[], bool]) -> list[str]:
    """What is wrong with the output that is brought up, a line each; nothing where all is well. ``ended`` tells whether
    the process of its task has ended.
    """
    listener = Listener(built.robot.name)
    try:
        if built.case.kind is Kind.TASK:
            return task.judge(listener, built, ended)
        return _JUDGES[built.case.kind](listener, built)
    except Silence as silence:
        return [str(silence)]
    finally:
        listener.close()
