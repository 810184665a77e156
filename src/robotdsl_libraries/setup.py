from pathlib import Path

from setuptools import find_packages, setup

PACKAGE = "robotdsl_libraries"
HERE = Path(__file__).resolve().parent


def shared(*folders):
    """Every file below the folders, as setuptools wants them: each installed folder with its files. What a run from
    inside a program's folder left there (build/) is not part of it.
    """
    found = {}
    for folder in folders:
        for path in sorted((HERE / folder).rglob("*")):
            if path.is_file() and "build" not in path.relative_to(HERE).parts:
                inside = path.relative_to(HERE)
                found.setdefault(f"share/{PACKAGE}/{inside.parent.as_posix()}", []).append(inside.as_posix())
    return sorted(found.items())


setup(
    name=PACKAGE,
    version="0.1.0",
    description="The example component library and the example programs.",
    license="Apache-2.0",
    maintainer="RobotDSL maintainers",
    maintainer_email="maintainers@robotdsl.example",
    packages=find_packages(exclude=["tests", "tests.*", "tools", "tools.*"]),
    data_files=[
        ("share/ament_index/resource_index/packages", [f"resource/{PACKAGE}"]),
        (f"share/{PACKAGE}", ["package.xml"]),
        *shared("libraries", "programs"),
    ],
    python_requires=">=3.11",
    extras_require={"test": ["pytest"]},
    zip_safe=False,
)
