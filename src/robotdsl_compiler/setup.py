from setuptools import find_packages, setup

PACKAGE = "robotdsl_compiler"

setup(
    name=PACKAGE,
    version="0.1.0",
    description="Compiles a robot, its world, its task and its evaluation into what runs and judges them.",
    license="Apache-2.0",
    maintainer="RobotDSL maintainers",
    maintainer_email="maintainers@robotdsl.example",
    packages=find_packages(exclude=["tests", "tests.*"]),
    package_data={PACKAGE: ["frontend/*.lark", "frontend/*.tables.json", "explanations/*.md", "driver/*.schema.json"]},
    data_files=[
        ("share/ament_index/resource_index/packages", [f"resource/{PACKAGE}"]),
        (f"share/{PACKAGE}", ["package.xml"]),
    ],
    entry_points={
        "console_scripts": [
            f"{verb} = robotdsl_compiler.cli.executables:{verb}_verb"
            for verb in ("compile", "simulate", "new", "convert", "library", "fmt", "explain", "targets")
        ]
    },
    python_requires=">=3.11",
    extras_require={"test": ["pytest"]},
    zip_safe=False,
)
