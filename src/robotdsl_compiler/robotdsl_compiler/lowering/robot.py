"""The ``.core`` form: components with their types, parts and placements, and the one chassis among them."""

from __future__ import annotations

from robotdsl_compiler.frontend.syntax import Document, Statement, StringValue
from robotdsl_compiler.lowering.arguments import Bound, bind, exactly_one_of
from robotdsl_compiler.lowering.context import Context
from robotdsl_compiler.lowering.names import name_of
from robotdsl_compiler.lowering.parts import find_part, serves
from robotdsl_compiler.model.part import Category
from robotdsl_compiler.model.program import Component, Glue, Mount, Robot
from robotdsl_compiler.model.vocabulary import (
    CHASSIS_PARAMETERS,
    COMPONENT_PARAMETERS,
    COMPONENT_TYPES,
    PLACEMENT_PARAMETERS,
    ComponentType,
)
from robotdsl_compiler.model.walker import Walker
from robotdsl_compiler.support.diagnostic import Label
from robotdsl_compiler.support.source import Span
from robotdsl_compiler.support.suggest import did_you_mean, listing


def lower_robot(context: Context, document: Document) -> Robot | None:
    """The robot, or ``None`` after reporting at least one fault."""
    declaration = document.declaration
    body = declaration.body or ()
    types = [_type(context, statement) for statement in body]
    chassis = _chassis(context, document, list(zip(body, types, strict=True)))
    components: dict[str, Component] = {}
    mounts: list[tuple[str, Mount]] = []
    for statement, type in zip(body, types, strict=True):
        component, placement = _component(context, statement, type)
        if component is not None:
            components.setdefault(component.name, component)
        if isinstance(placement, Mount):
            mounts.append((name_of(statement).text, placement))
    mounts_known = [_mount_is_known(context, name, mount, components, chassis) for name, mount in mounts]
    lowered = components.get(name_of(chassis).text) if chassis is not None else None
    if lowered is None or len(components) < len(body) or not all(mounts_known):
        return None
    name = name_of(declaration)
    return Robot(
        name=name.text,
        intent=document.intent.value if document.intent is not None else None,
        components=tuple(components.values()),
        chassis=lowered,
        walkers=_walkers(context, lowered),
        span=declaration.span,
        name_span=name.span,
    )


def _walkers(context: Context, chassis: Component) -> tuple[Walker, ...]:
    """Those trained for the body of a base that walks and has no controller of its own."""
    if COMPONENT_TYPES[chassis.type].kinematics != "legged" or chassis.part.controller is not None:
        return ()
    return context.libraries.walkers_of(chassis.part)


def _type(context: Context, statement: Statement) -> ComponentType | None:
    type = COMPONENT_TYPES.get(statement.type.text)
    if type is None:
        context.unknown_name("unknown_component_type", "a component type", statement.type, COMPONENT_TYPES)
    return type


def _chassis(
    context: Context, document: Document, components: list[tuple[Statement, ComponentType | None]]
) -> Statement | None:
    """The statement of the one chassis. A missing one is not reported where a component's type is unknown: that may
    be the chassis, misspelt.
    """
    found = [s for s, type in components if type is not None and type.category is Category.CHASSIS]
    name = name_of(document.declaration)
    if not found and all(type is not None for _, type in components):
        choices = [t.name for t in COMPONENT_TYPES.values() if t.category is Category.CHASSIS]
        context.name_error(
            "chassis_missing",
            f"the robot `{name.text}` has no chassis",
            name.span,
            label="no chassis among its components",
            help=f"add a component of type {listing(choices)}",
        )
    for other in found[1:]:
        context.name_error(
            "multiple_chassis",
            f"the robot `{name.text}` has more than one chassis",
            name_of(other).span,
            label="a second chassis",
            related=[Label(name_of(found[0]).span, "the first chassis")],
        )
    return found[0] if found else None


def _component(
    context: Context, statement: Statement, type: ComponentType | None
) -> tuple[Component | None, Glue | Mount | None]:
    """One component and how it is placed; with an unknown type, its part is looked up all the same and nothing else
    is said of it.
    """
    if type is None:
        for argument in statement.arguments or ():
            if argument.name.text == "ref" and isinstance(argument.value, StringValue):
                find_part(context, argument.value.value, argument.value.span)
        return None, None
    is_chassis = type.category is Category.CHASSIS
    bound = bind(context, statement, CHASSIS_PARAMETERS if is_chassis else COMPONENT_PARAMETERS)
    placed = is_chassis or exactly_one_of(context, statement, bound, PLACEMENT_PARAMETERS)
    placement = None if is_chassis else _placement(bound)
    ref, span = bound.text("ref"), bound.span("ref")
    if ref is None or span is None:
        return None, placement
    part = find_part(context, ref, span)
    if part is None or not serves(context, part, type, span):
        return None, placement
    if not placed or (placement is None) is not is_chassis:
        return None, placement
    name = name_of(statement)
    component = Component(
        name=name.text,
        type=type.name,
        part=part,
        profile=part.profiles[type.name],
        placement=placement,
        span=statement.span,
        name_span=name.span,
        ref_span=span,
    )
    return component, placement


def _placement(bound: Bound) -> Glue | Mount | None:
    glue, mount = bound.numbers("glue"), bound.text("mount")
    if glue is not None:
        x, y, z, nx, ny, nz, roll = glue
        return Glue((x, y, z), (nx, ny, nz), roll, bound.given["glue"].value.span)
    if mount is not None:
        component, dot, logical = mount.rpartition(".")
        return Mount(component if dot else None, logical, bound.given["mount"].value.span)
    return None


def _mount_is_known(
    context: Context, name: str, mount: Mount, components: dict[str, Component], chassis: Statement | None
) -> bool:
    """Whether the mount that the component ``name`` names exists; reports it when not. Nothing is said of a mount on
    a component that has a fault of its own.
    """
    owner = mount.component
    if owner is None:
        if chassis is None:
            return False
        owner = name_of(chassis).text
    elif not any(d.name == owner and d.kind == "component" for d in context.names.declared("core")):
        _unknown_mount(
            context,
            f"no component `{owner}` is declared for `{name}` to be mounted on",
            mount.span,
            "no such component",
            did_you_mean(owner, [n for n in components if n != name]),
        )
        return False
    if owner == name:
        _unknown_mount(context, f"`{owner}` is mounted on itself", mount.span, "names its own component", ())
        return False
    base = components.get(owner)
    if base is None:
        return False
    if base.connector(mount.logical) is None:
        free = list(dict.fromkeys([*base.profile.mounts, *base.part.connectors]))
        _unknown_mount(
            context,
            f"`{owner}` has no mount `{mount.logical}`",
            mount.span,
            "no such mount",
            did_you_mean(mount.logical, free) or (f"it has {listing(free, 'and')}",),
            [Label(base.part.span, f"the part `{base.part.id}`")],
        )
        return False
    return True


def _unknown_mount(
    context: Context, message: str, span: Span, label: str, help: tuple[str, ...], related: list[Label] | None = None
) -> None:
    context.name_error("unknown_reference", message, span, label=label, help=help, related=related or ())
