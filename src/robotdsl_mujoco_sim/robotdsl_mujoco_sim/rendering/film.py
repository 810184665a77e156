"""Films: how large, how fast and how long, and the two kinds of file that they are written to."""

from __future__ import annotations

import importlib.util
import itertools
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Array = npt.NDArray[np.float64]

# A film that would last longer than this, in seconds, is shown faster.
LONGEST_S = 60.0
_PACES = (1, 2, 4, 5, 8, 10, 20, 40, 50, 80, 100, 200, 500, 1000)
# Frames that a GIF's 256 colours are chosen from.
_PALETTE_FRAMES = 8


class VideoError(Exception):
    """A film cannot be written; the message says why and what helps."""


@dataclass(frozen=True, slots=True)
class Form:
    """``size`` in pixels (width, height), both even, as MP4 needs them."""

    size: tuple[int, int]
    frames_per_second: float


# A GIF's frames last whole hundredths of a second, and the file grows with every pixel.
FORMS = {".gif": Form((480, 300), 12.5), ".mp4": Form((640, 400), 15.0)}


def form_of(path: Path) -> Form:
    """By the file's ending. Raises ``VideoError`` for one that is not known."""
    try:
        return FORMS[path.suffix.lower()]
    except KeyError:
        raise VideoError(f"a film is written as {' or '.join(sorted(FORMS))}, not as {path.name}") from None


def check_tool(
    path: Path,
    which: Callable[[str], str | None] = shutil.which,
    has_package: Callable[[str], object] = importlib.util.find_spec,
) -> None:
    """Raise ``VideoError`` when what writes this kind of file is not installed, saying how to get it."""
    form_of(path)
    if path.suffix.lower() == ".mp4" and which("ffmpeg") is None:
        raise VideoError("an .mp4 needs ffmpeg (Debian, Ubuntu: apt install ffmpeg), or write a .gif")
    if path.suffix.lower() == ".gif" and not has_package("PIL"):
        raise VideoError("a .gif needs the Python package pillow (pip install pillow), or write an .mp4")


def pace_of(duration: float) -> int:
    """How many times as fast a run of ``duration`` seconds is shown."""
    return next((p for p in _PACES if duration / p <= LONGEST_S), _PACES[-1])


def moments(start: float, end: float, form: Form) -> Array:
    """The simulated times of the frames, equally spaced, from ``start`` to ``end``."""
    step = pace_of(end - start) / form.frames_per_second
    times: Array = start + step * np.arange(int((end - start) / step + 1e-9) + 1, dtype=np.float64)
    return times


def write_film(path: Path, frames: Iterator[Pixels], samples: Sequence[Pixels], form: Form) -> None:
    """Write ``frames`` (h, w, 3), as many as there are. ``samples`` are some of them, for a GIF's colours.

    Raises ``VideoError`` when the tool fails, ``OSError`` when the file cannot be written.
    """
    {".gif": _write_gif, ".mp4": _write_mp4}[path.suffix.lower()](path, frames, samples, form)


def _write_gif(path: Path, frames: Iterable[Pixels], samples: Sequence[Pixels], form: Form) -> None:
    from PIL import Image

    together = Image.fromarray(np.concatenate(samples[:_PALETTE_FRAMES], axis=0))
    palette = together.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    images = (Image.fromarray(f).quantize(palette=palette, dither=Image.Dither.NONE) for f in frames)
    first = next(images)
    delay = round(1000.0 / form.frames_per_second)
    first.save(path, save_all=True, append_images=images, duration=delay, loop=0, optimize=False)


def _write_mp4(path: Path, frames: Iterable[Pixels], samples: Sequence[Pixels], form: Form) -> None:
    width, height = form.size
    # Bit-exact: the file does not tell when and by which version it was made.
    command = [
        *("ffmpeg", "-hide_banner", "-loglevel", "error", "-y"),
        *("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", f"{form.frames_per_second:g}"),
        *("-i", "-", "-an", *_encoder(), "-pix_fmt", "yuv420p", "-movflags", "+faststart"),
        *("-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact", str(path)),
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stderr is not None
        try:
            for frame in frames:
                process.stdin.write(np.ascontiguousarray(frame).data)
            process.stdin.close()
        except BrokenPipeError:
            pass  # ffmpeg has gone, and says why below
        complaint = process.stderr.read().decode("utf-8", "replace").strip()
    if process.returncode != 0:
        raise VideoError(f"ffmpeg failed: {complaint.splitlines()[-1] if complaint else process.returncode}")


def _encoder() -> tuple[str, ...]:
    """x264 where ffmpeg has it, else the encoder that it always has."""
    listed = subprocess.run(["ffmpeg", "-hide_banner", "-encoders"], capture_output=True, check=False).stdout
    if b" libx264 " in listed:
        return ("-c:v", "libx264", "-preset", "veryfast", "-crf", "22", "-threads", "1")
    return ("-c:v", "mpeg4", "-q:v", "4")


def spread(frames: int, count: int = _PALETTE_FRAMES) -> list[int]:
    """At most ``count`` of the numbers below ``frames``, evenly spread, both ends among them."""
    if frames <= count:
        return list(range(frames))
    return [round(k * (frames - 1) / (count - 1)) for k in range(count)]


def counted(frames: Iterable[Pixels], told: Callable[[int], None]) -> Iterator[Pixels]:
    """The frames, telling after each how many there were."""
    for k, frame in zip(itertools.count(1), frames, strict=False):
        yield frame
        told(k)
