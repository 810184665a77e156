"""The ROS side of the runtime: thin nodes over what the rest of the package does without ROS or a clock."""
