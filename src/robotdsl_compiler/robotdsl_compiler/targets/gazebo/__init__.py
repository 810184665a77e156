"""The adapter for Gazebo Harmonic: the world as SDF, what the robot description says to Gazebo, and the topics that
cross the bridge to ROS.
"""
