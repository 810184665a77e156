"""The adapter for ROS's robot description: the robot as URDF, and the meshes that it names."""
