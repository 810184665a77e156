"""Outputs of the ROS targets, brought up by ROS's launch and judged by the simulator's ground truth.

``cases.py`` is the table of what is brought up; ``launch_tests/output.py`` of this package brings a row of it up, for
``launch_test``; the judges here say what was wrong with it.
"""
