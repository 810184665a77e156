"""behavior_tree.xml: the task in BehaviorTree.CPP's layout (format 4), with the language's own names, so that it reads
like the program and opens in Groot.
"""

from __future__ import annotations

from robotdsl_compiler.model.program import Node, NodeValue, Task
from robotdsl_compiler.support.numbers import number
from robotdsl_compiler.targets.contract import File
from robotdsl_compiler.targets.markup import Element, document


def behavior_tree(task: Task) -> File:
    tree = Element("BehaviorTree", (("ID", task.name),), (_node(task.root),))
    root = Element("root", (("BTCPP_format", "4"), ("main_tree_to_execute", task.name)), (tree,))
    return File("task/behavior_tree.xml", document(root, declaration=True))


def _node(node: Node) -> Element:
    attributes = tuple((name, _text(value)) for name, value in node.arguments.items())
    return Element(node.type, attributes, tuple(_node(child) for child in node.children))


def _text(value: NodeValue) -> str:
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int) else number(value)
