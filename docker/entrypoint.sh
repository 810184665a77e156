#!/bin/bash
# Runs a command with ROS and this workspace set up.
set -e
# Gazebo and ROS keep files at home, which a person that the image does not know has not.
[ -w "${HOME:-/}" ] || export HOME=/tmp
# shellcheck disable=SC1091  # they lie in the image
source /opt/ros/jazzy/setup.bash
# shellcheck disable=SC1091
source /opt/robotdsl/install/setup.bash
exec "$@"
