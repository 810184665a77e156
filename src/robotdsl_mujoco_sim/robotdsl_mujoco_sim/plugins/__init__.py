"""Plugins: code of others that is called as the simulation steps. Free of ROS."""
