"""The games: every `Game` made in a file here. docs/adding_a_game.md tells how to add one."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from reference_engine.law import HouseRuleError, LawDataError, house_rules
from reference_engine.procedure import Game


def _found() -> dict[str, Game]:
    games: dict[str, Game] = {}
    for module in iter_modules(__path__, f"{__name__}."):
        for one in vars(import_module(module.name)).values():
            if isinstance(one, Game):
                _check(one, module.name)
                games[one.name] = one
    return games


def _check(game: Game, module: str) -> None:
    """The house rules that the shared procedure asks for must be there before a round needs them.

    Raises:
        LawDataError: one is missing.
    """
    try:
        known = {rule.name for rule in house_rules(game.name)}
    except HouseRuleError:
        raise LawDataError(
            module, f"{game.name} has no house rules: add law/house_rules_*.toml"
        ) from None
    missing = sorted(game.asked_rules() - known)
    if missing:
        raise LawDataError(module, f"{game.name} has no house rule {', '.join(missing)}")


GAMES: dict[str, Game] = _found()
