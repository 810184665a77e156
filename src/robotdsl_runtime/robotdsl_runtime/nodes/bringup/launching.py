"""launch/bringup.launch.py: the plan of an output carried out by ROS's launch."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import Any

from launch import LaunchDescription
from launch.actions import (
    DeclareLaunchArgument,
    EmitEvent,
    ExecuteProcess,
    LogInfo,
    OpaqueFunction,
    RegisterEventHandler,
    Shutdown,
)
from launch.event_handlers import OnProcessExit
from launch.events import matches_action
from launch.events.process import SignalProcess
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue

from robotdsl_runtime.nodes.bringup.arguments import ARGUMENTS, complete
from robotdsl_runtime.nodes.bringup.commands import GRACE_S, KILL_AFTER_S, script_command, variables
from robotdsl_runtime.nodes.bringup.course import Course, Step
from robotdsl_runtime.nodes.bringup.plan import Plan, Process, bringup_plan


def launch_description(output: Path) -> Any:
    declared = [
        DeclareLaunchArgument(
            argument.name,
            default_value=argument.default,
            description=argument.description,
            choices=list(argument.choices) or None,
        )
        for argument in ARGUMENTS
    ]
    return LaunchDescription([*declared, OpaqueFunction(function=_bring_up, args=[output])])


def _bring_up(context: Any, output: Path) -> list[Any]:
    values = {argument.name: context.launch_configurations[argument.name] for argument in ARGUMENTS}
    return Launched(bringup_plan(output, complete(values))).begin()


class Launched:
    """The course of ``plan`` as launch's actions and the handler of what ends."""

    def __init__(self, plan: Plan) -> None:
        self._plan, self._course = plan, Course(plan)
        self._actions = {process.name: _action(plan.output, process) for process in plan.processes}

    def begin(self) -> list[Any]:
        # First of all, so that no end goes unheard.
        heard = RegisterEventHandler(OnProcessExit(on_exit=self._ended))
        return [heard, *(self._actions[process.name] for process in self._course.begin())]

    def _ended(self, event: Any, context: Any) -> list[Any] | None:
        name = next((name for name, action in self._actions.items() if action is event.action), None)
        if name is None:
            return None
        if context.is_shutdown:
            self._course.stop()
        return self._carry_out(self._course.ended(name, event.returncode))

    def _carry_out(self, step: Step) -> list[Any]:
        actions: list[Any] = [] if step.say is None else [LogInfo(msg=step.say)]
        actions += [self._actions[process.name] for process in step.start]
        if step.ending is None:
            return actions
        task = self._plan.task
        actions.append(LogInfo(msg=step.ending.message))
        if not step.ending.judged and task is not None and self._course.running(task.name):
            # Asked to end in any other way it would judge the run.
            kill = SignalProcess(signal_number=signal.SIGKILL, process_matcher=matches_action(self._actions[task.name]))
            actions.append(EmitEvent(event=kill))
        return [*actions, Shutdown(reason=step.ending.message)]


def _action(output: Path, process: Process) -> Any:
    common: dict[str, Any] = {
        "output": "screen",
        "sigterm_timeout": str(GRACE_S),
        "sigkill_timeout": str(KILL_AFTER_S),
    }
    if process.tool:
        words = [process.executable, *process.arguments]
        return ExecuteProcess(cmd=words, name=process.name, additional_env=variables(process), **common)
    if process.package is None:
        return ExecuteProcess(cmd=script_command(output, process, sys.executable), name=process.name, **common)
    parameters: list[Any] = [str(file) for file in process.parameter_files]
    if process.parameters:
        # A text stays one, whatever it looks like.
        parameters.append(
            {
                name: ParameterValue(value, value_type=str) if isinstance(value, str) else value
                for name, value in process.parameters
            }
        )
    return Node(
        package=process.package,
        executable=process.executable,
        name=process.node,
        # Whatever namespace a launch that includes this one has pushed: topics, the names in parameter files and the
        # manager of the controllers are those of an output alone, and stay joined.
        namespace="/",
        arguments=list(process.arguments),
        parameters=parameters,
        remappings=list(process.remappings),
        **common,
    )
