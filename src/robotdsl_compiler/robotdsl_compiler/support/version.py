"""The compiler's version, as package.xml states it."""

VERSION = "0.1.0"
