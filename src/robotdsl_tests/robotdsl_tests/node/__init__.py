"""What the benchmarks run in a process that speaks ROS."""
