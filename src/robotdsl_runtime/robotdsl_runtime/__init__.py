"""What a compiled output runs on: the task, drive kinematics, navigation and the evaluation. No clock, no ROS."""
