"""The emulated table controller's brain: what it hears, what keys are pressed, what it instructs.

It is a device under test: its procedure and its settlement are written from the law on their own
and share nothing with the reference engine, else each would only prove the other's mistakes right.
It has no I/O and no clock; a process around it gives it messages and carries its instructions away.
"""

from rigs.emulators.controller.controller import Controller
from rigs.emulators.controller.words import Instruction, KeyRefused

__all__ = ["Controller", "Instruction", "KeyRefused"]
