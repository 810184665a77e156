"""The adapter for ros2_control: what it is told of the robot's joints, its controllers, and the layouts of the drives
that the runtime works out itself.
"""
