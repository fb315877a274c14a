"""The version, that of the library and the program this module belongs to."""

VERSION = "1.2.0"
