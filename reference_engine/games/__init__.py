"""The games. To add one: a file here with a `Game`, its clauses under ``law/``, a line below."""

from __future__ import annotations

from reference_engine.games.double_attack import DOUBLE_ATTACK
from reference_engine.games.down_under import DOWN_UNDER
from reference_engine.procedure import Game

GAMES: dict[str, Game] = {game.name: game for game in (DOUBLE_ATTACK, DOWN_UNDER)}
