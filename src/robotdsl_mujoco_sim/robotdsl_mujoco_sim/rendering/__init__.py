"""Pictures and films of a run, drawn after it from its record.

Drawing happens in a process of its own: a graphics driver that fails takes nothing with it, and the run, which is over
by then, cannot change by it. ``render_run`` is the way in; it imports no graphics library itself.
"""

from robotdsl_mujoco_sim.rendering.service import Rendering, VideoError, check_video, render_run

__all__ = ["Rendering", "VideoError", "check_video", "render_run"]
