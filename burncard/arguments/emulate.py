"""The arguments of `burncard emulate`."""

from __future__ import annotations

from burncard.arguments.parser import Commands, Parser


def add(commands: Commands[Parser]) -> None:
    commands.add_parser("emulate", help="one emulated device, for any client", add_help=False)


def emulate(words: list[str]) -> int:
    from rigs.emulators import main

    def cite(clause: str) -> str:
        from reference_engine.law import cited

        return cited(clause)

    return main(words, "burncard emulate", cite)
