"""Compiles a row of the table, brings it up by its own launch file and has it judged:

    launch_test output.py case:=mujoco-drive-demo
    launch_test output.py case:=mujoco-task-car control:=embedded navigation:=embedded folder:=/tmp/car

``robotdsl_tests/launched/cases.py`` is the table. ``folder`` is where the case is compiled to, a temporary one where
nothing is said. What else is given goes to the output's launch file.
"""

import os
import signal
import tempfile
import unittest
from pathlib import Path

import launch_testing
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, IncludeLaunchDescription, OpaqueFunction
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch_testing.actions import ReadyToTest
from robotdsl_tests.launched.build import Built, build
from robotdsl_tests.launched.cases import CASES
from robotdsl_tests.launched.judge import judge

# What is brought up, once it is.
BROUGHT_UP: list[Built] = []
# How a script of an output's runtime may end that is told to end with the launch.
ENDS = (0, -signal.SIGINT, -signal.SIGTERM, 128 + signal.SIGINT)


# It compiles first, which a busy machine takes some seconds for.
@launch_testing.ready_to_test_action_timeout(120)
def generate_test_description():
    return LaunchDescription(
        [
            DeclareLaunchArgument("case", choices=list(CASES), description="the row of the table"),
            DeclareLaunchArgument("folder", default_value="", description="where it is compiled to"),
            OpaqueFunction(function=bring_up),
            ReadyToTest(),
        ]
    )


def bring_up(context):
    case = CASES[context.launch_configurations["case"]]
    folder = context.launch_configurations["folder"] or tempfile.mkdtemp(prefix=f"{case.name}-")
    built = build(case, Path(folder))
    BROUGHT_UP.append(built)
    source = PythonLaunchDescriptionSource(str(built.output / "launch" / "bringup.launch.py"))
    return [IncludeLaunchDescription(source, launch_arguments=built.arguments().items())]


class TestOutput(unittest.TestCase):
    # All that is wrong is to be read.
    maxDiff = None

    def test_it_does_what_it_was_compiled_for(self, proc_info):
        (built,) = BROUGHT_UP

        def ended():
            """The last that was heard of a process that has ended has its code."""
            told = [info for info in proc_info if any(word.endswith("run_task.py") for word in info.cmd)]
            return any(getattr(info, "returncode", None) is not None for info in told)

        self.assertEqual(judge(built, ended), [])


@launch_testing.post_shutdown_test()
class TestEnd(unittest.TestCase):
    def test_the_runtime_ends_well(self, proc_info):
        """Whatever else was started has ends of its own: servers of Nav2 may abort when they are interrupted."""
        (built,) = BROUGHT_UP
        runtime = str(built.output / "runtime") + os.sep
        ended = [info for info in proc_info if any(word.startswith(runtime) for word in info.cmd)]
        # The task tells by its code how the run was judged, which its results say better.
        bad = {
            info.process_name: info.returncode
            for info in ended
            if info.returncode not in ENDS and not any(word.endswith("run_task.py") for word in info.cmd)
        }
        self.assertEqual(bad, {})
