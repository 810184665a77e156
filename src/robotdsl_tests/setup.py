from setuptools import find_packages, setup

PACKAGE = "robotdsl_tests"

setup(
    name=PACKAGE,
    version="0.1.0",
    description="Tests of the packages together: conformance, campaigns and benchmarks.",
    license="Apache-2.0",
    maintainer="RobotDSL maintainers",
    maintainer_email="maintainers@robotdsl.example",
    packages=find_packages(exclude=["tests", "tests.*"]),
    package_data={f"{PACKAGE}.benchmarks": ["*.xacro"]},
    data_files=[
        ("share/ament_index/resource_index/packages", [f"resource/{PACKAGE}"]),
        (f"share/{PACKAGE}", ["package.xml"]),
        (f"share/{PACKAGE}/launch_tests", ["launch_tests/output.py"]),
    ],
    python_requires=">=3.11",
    extras_require={"test": ["pytest"]},
    zip_safe=False,
)
