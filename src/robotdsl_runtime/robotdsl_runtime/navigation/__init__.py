"""The embedded navigator: plans on the drawn map, follows the plan, localizes by the scan. No clock, no ROS."""
