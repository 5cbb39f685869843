"""The command ``burncard``: a thin front over steps, rigs, engine and reports."""

__version__ = "0.1.0"
