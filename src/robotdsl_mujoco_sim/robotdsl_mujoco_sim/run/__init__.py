"""The run in one process: the loop round the simulation, the robot that the task speaks to, and what a run writes."""
