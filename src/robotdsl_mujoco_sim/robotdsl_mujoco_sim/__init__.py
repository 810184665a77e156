"""MuJoCo behind one interface: the simulation of a compiled output, its sensors, and the run in one process."""
