"""How an output is brought up: one plan of its processes and of what their ends mean, carried out by ROS's launch or by
a supervisor of the runtime's own.
"""
