"""From a base motion to wheel speeds and back, and from wheel speeds to a pose: no clock, no simulator, no ROS."""
