"""behavior_tree.xml: the task in BehaviorTree.CPP's layout (format 4), with the language's own names, so that it reads
like the program and opens in Groot.

A tag that BehaviorTree.CPP does not have by that name and with those ports is unknown to an editor: what it is, and
what its attributes are, the tree's models tell.
"""

from __future__ import annotations

from robotdsl_compiler.model.program import Node, NodeValue, Task
from robotdsl_compiler.model.vocabulary import NODE_TYPES
from robotdsl_compiler.support.numbers import number
from robotdsl_compiler.targets.contract import File
from robotdsl_compiler.targets.markup import Element, document

# BehaviorTree.CPP's own, attribute for attribute.
_ITS_OWN = ("Sequence", "Fallback", "Inverter")
_CATEGORIES = {"composite": "Control", "decorator": "Decorator", "action": "Action", "condition": "Condition"}


def behavior_tree(task: Task) -> File:
    tree = Element("BehaviorTree", (("ID", task.name),), (_node(task.root),))
    models = tuple(_model(name) for name in NODE_TYPES if name in _types(task.root) and name not in _ITS_OWN)
    told = (Element("TreeNodesModel", (), models),) if models else ()
    root = Element("root", (("BTCPP_format", "4"), ("main_tree_to_execute", task.name)), (tree, *told))
    return File("task/behavior_tree.xml", document(root, declaration=True))


def _node(node: Node) -> Element:
    attributes = tuple((name, _text(value)) for name, value in node.arguments.items())
    return Element(node.type, attributes, tuple(_node(child) for child in node.children))


def _text(value: NodeValue) -> str:
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int) else number(value)


def _types(node: Node) -> frozenset[str]:
    return frozenset({node.type}).union(*map(_types, node.children))


def _model(name: str) -> Element:
    kind = NODE_TYPES[name]
    ports = tuple(Element("input_port", (("name", parameter.name),)) for parameter in kind.parameters)
    return Element(_CATEGORIES[kind.category], (("ID", name),), ports)
