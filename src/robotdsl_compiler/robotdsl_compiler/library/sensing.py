"""What a sensor's file states of its sensing: the cone of a range finder, the figures of any other sensor."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable

from robotdsl_compiler.library.fields import Fields, File, Number, record
from robotdsl_compiler.library.yaml_spans import Entry, Mapping
from robotdsl_compiler.model.part import Category, RangeRating, SensorRating
from robotdsl_compiler.support.suggest import listing

_RANGE = {
    "min_m": Number(least=0.0),
    "max_m": Number(above=0.0),
    "field_of_view_rad": Number(above=0.0, below=math.pi),
    "rate_hz": Number(above=0.0),
}

# A full circle and a half, rounded up in the fourth decimal as datasheets and people do.
_FULL_CIRCLE, _HALF_CIRCLE = 6.2832, 3.1416
# What a datasheet may state of each type of sensor.
_RATE = {"rate_hz": Number(required=False, above=0.0)}
_REACH = {
    "range_min_m": Number(required=False, least=0.0),
    "range_max_m": Number(required=False, above=0.0),
}
_NOISE = {"noise_stddev": Number(required=False, least=0.0)}
_PLANAR = {
    "samples": Number(required=False, least=1.0, whole=True),
    "horizontal_fov_rad": Number(required=False, above=0.0, most=_FULL_CIRCLE),
    **_REACH,
    **_RATE,
    **_NOISE,
}
_PICTURE = {
    "width": Number(required=False, least=1.0, whole=True),
    "height": Number(required=False, least=1.0, whole=True),
    "horizontal_fov_rad": Number(required=False, above=0.0, below=math.pi),
    **_REACH,
    **_RATE,
    **_NOISE,
}
_SENSOR: dict[str, dict[str, Number]] = {
    "Lidar": _PLANAR,
    "Lidar3D": {
        **_PLANAR,
        "rings": Number(required=False, least=1.0, whole=True),
        "vertical_fov_rad": Number(required=False, above=0.0, most=_HALF_CIRCLE),
    },
    "Camera": _PICTURE,
    "DepthCamera": _PICTURE,
    "RGBD": _PICTURE,
    "IMU": {**_RATE, **_NOISE},
    "Bumper": _RATE,
}
# The types whose cone of measurement is the `range` field.
_CONES = ("Range", "Ultrasonic")


def read_sensing(
    fields: Fields, category: Category, profiles: Iterable[str] | None
) -> tuple[RangeRating | None, SensorRating | None]:
    """The fields `range` and `sensor`, against the types that the part can be used as (``None``: not known)."""
    if category is not Category.SENSOR:
        return None, None
    file = fields.file
    range_entry, sensor_entry = fields.optional("range"), fields.optional("sensor")
    types = list(profiles or ()) or None
    if types is not None:
        if range_entry is None and "Range" in types:
            file.report("library.missing_field", "`range` is missing: a `Range` sensor states its cone", fields.anchor)
        if range_entry is not None and not _any(types, _CONES):
            _not_of_these(file, range_entry, types, _CONES)
        if sensor_entry is not None and not _any(types, _SENSOR):
            _not_of_these(file, sensor_entry, types, tuple(_SENSOR))
    cone = _cone(file, range_entry) if range_entry and _any(types, _CONES) else None
    rating = _rating(file, sensor_entry, types) if sensor_entry and _any(types, _SENSOR) else None
    return cone, rating


def _any(types: list[str] | None, owners: Container[str]) -> bool:
    """Whether a part of those types may state a field of ``owners``; where its types are not known, it may."""
    return types is None or any(t in owners for t in types)


def _not_of_these(file: File, entry: Entry, types: list[str], owners: tuple[str, ...]) -> None:
    file.report(
        "library.unsupported",
        f"a sensor that is {listing(types)} has no field `{entry.key}`",
        entry,
        label=f"a field of {listing(owners, 'and')}",
    )


def _cone(file: File, entry: Entry) -> RangeRating | None:
    values = record(file, entry, _RANGE)
    if values is None:
        return None
    if values["max_m"] < values["min_m"]:
        file.report(
            "library.invalid_value",
            f"`range.max_m` must be at least `range.min_m`, {values['min_m']:g}, not {values['max_m']:g}",
            entry,
        )
    return RangeRating(**values)


def _rating(file: File, entry: Entry, types: list[str] | None) -> SensorRating | None:
    tables = [_SENSOR[t] for t in (types or _SENSOR) if t in _SENSOR]
    # Every field that one of the types has, then the limits of each type.
    rules: dict[str, Number] = {}
    for table in tables:
        for name, rule in table.items():
            rules.setdefault(name, rule)
    values = record(file, entry, rules)
    if values is None or not isinstance(entry.value, Mapping):
        return None
    for table in tables if types else ():
        for name in values.keys() & table.keys():
            fault = table[name].fault(values[name])
            if fault:
                place = entry.value.entries[name].value
                file.report("library.invalid_value", f"`sensor.{name}` must be {fault}, not {values[name]:g}", place)
    low, high = values.get("range_min_m"), values.get("range_max_m")
    if low is not None and high is not None and not low < high:
        file.report(
            "library.invalid_value",
            f"`sensor.range_max_m` must be above `sensor.range_min_m`, {low:g}, not {high:g}",
            entry.value.entries["range_max_m"].value,
        )
    if "horizontal_fov_rad" in values:
        values["horizontal_fov_rad"] = min(values["horizontal_fov_rad"], 2.0 * math.pi)
    return SensorRating(**values)
