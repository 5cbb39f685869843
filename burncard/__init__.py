"""The command ``burncard``: a thin front over the steps, the rigs, the reference engine and the reports."""

__version__ = "0.1.0"
