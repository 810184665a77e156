"""Numbers as people read them."""

from __future__ import annotations

import math


def short(value: float, digits: int = 3) -> str:
    """``value`` to ``digits`` significant digits, without trailing zeros and without an exponent where it is of a usual
    size: ``0.043``, ``12.3``, ``1530``. Not a number is ``nan``; beyond all bounds ``inf`` or ``-inf``.
    """
    if not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    if value == 0.0:
        return "0"
    exponent = math.floor(math.log10(abs(value)))
    if exponent >= 7 or exponent < -4:
        return f"{value:.{digits - 1}e}".replace("e-0", "e-").replace("e+0", "e").replace("e+", "e")
    places = max(0, digits - 1 - exponent)
    text = f"{value:.{places}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def apart(value: float, bounds: tuple[float, ...], digits: int = 3) -> str:
    """``value`` as ``short`` has it, with as many more digits as keep it from reading like a bound that it is not."""
    for more in range(digits, 10):
        text = short(value, more)
        if not any(bound != value and short(bound, more) == text for bound in bounds):
            return text
    return repr(value)


def seconds(value: float) -> str:
    """A length of time: ``0.42 s``, ``12.3 s``, ``2 min 05 s``, ``1 h 02 min``."""
    if not math.isfinite(value) or abs(value) < 99.95:
        return f"{short(round(value, 2) if math.isfinite(value) else value)} s"
    whole = round(abs(value))
    sign = "-" if value < 0 else ""
    if whole < 3600:
        return f"{sign}{whole // 60} min {whole % 60:02d} s"
    return f"{sign}{whole // 3600} h {whole % 3600 // 60:02d} min"
