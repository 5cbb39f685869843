"""Full rulings a second on one core: ours, and a package of the index on rounds it can play.

    python benchmarks/rulings.py                 # ours alone
    python benchmarks/rulings.py --peers DIR     # beside blackjack21, installed in DIR

Everything is played in one process, in turns, and the best of several turns counts: the machine's
other work can only make a turn slower. *plain* is one seat that draws to 14 and stands, from a
shuffled shoe; *mix* is a fixed 10,000 of plain rounds, surrenders, splits and irregularities.
*events* is what a program does that holds a table itself, as blackjack21 is used.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import msgspec

from reference_engine import events as e
from reference_engine.engine import new_table, step
from reference_engine.hands import total
from reference_engine.ruling import Effect
from reference_engine.script import Script, ScriptAct, SeatWagers, encode, play, read, rule, ruling
from reference_engine.table import Table

GAMES = ("double-attack-blackjack", "down-under-blackjack")
TURNS = 7


def plain(game: str, count: int, seed: int = 1) -> list[Script]:
    """Rounds of one seat that draws to 14 and stands."""
    random = Random(seed)
    table = new_table(game, {})
    deck = sorted(table.game.deck) * table.decks
    made: list[Script] = []
    while len(made) < count:
        random.shuffle(deck)
        shoe = tuple(deck[:20])
        acts: list[ScriptAct] = []
        cards = (1, 2) if game == GAMES[0] else (0, 2)
        hand = tuple(shoe[place] for place in cards)
        rest = iter(shoe[4:])
        while total(hand) < 14:
            acts.append(ScriptAct("hit", 1))
            hand += (next(rest),)
        if total(hand) <= 21:
            acts.append(ScriptAct("stand", 1))
        script = Script(game, (SeatWagers(1, "25.00"),), shoe, {}, tuple(acts))
        if _ends(script):
            made.append(script)
    return made


def _ends(script: Script) -> bool:
    """Whether nobody has a Blackjack, after which the acts would be left over."""
    first = script.shoe[:4]
    dealer = (first[0], first[3]) if script.game == GAMES[0] else (first[1], first[3])
    player = (first[1], first[2]) if script.game == GAMES[0] else (first[0], first[2])
    return 21 not in (total(dealer), total(player))


def mix(count: int = 10_000) -> list[Script]:
    """A fixed mixture: half plain, the rest surrenders, doubles, splits and irregularities."""
    made = plain(GAMES[0], count // 4) + plain(GAMES[1], count // 4)
    one = SeatWagers(1, "25.00", "25.00", "5.00")
    two = SeatWagers(2, "10.00")
    plain_one = SeatWagers(1, "25.00")
    low, down = GAMES
    kinds = [
        Script(low, (one,), ("6C", "9S", "6D", "KH", "9C"), {}, (ScriptAct("surrender", 1),)),
        Script(low, (one,), ("KC", "9S", "6D", "AH"), {}, (ScriptAct("surrender", 1),)),
        Script(low, (one,), ("6C", "5S", "6D", "KH", "QS", "2S"), {}, (ScriptAct("double", 1),)),
        Script(
            low,
            (one, two),
            ("6C", "8S", "9S", "8D", "8H", "KH", "QS", "9H", "2S"),
            {},
            (
                ScriptAct("split", 1),
                ScriptAct("stand", 1),
                ScriptAct("stand", 1, 2),
                ScriptAct("stand", 2),
            ),
        ),
        Script(
            down,
            (plain_one,),
            ("9S", "2H", "6C", "6D", "KH", "5S", "3S", "8S"),
            {},
            (
                ScriptAct(irregularity="685a.12(a)", before_card=2),
                ScriptAct(irregularity="685a.12(b)"),
                ScriptAct("hit", 1),
                ScriptAct("stand", 1),
                ScriptAct(irregularity="685a.12(d)"),
            ),
        ),
        Script(
            down,
            (plain_one,),
            ("9S", "6C", "6D", "KH"),
            {},
            (
                ScriptAct(irregularity="685a.12(h)", light="blue"),
                ScriptAct(dealer=True, do="error-found"),
                ScriptAct(dealer=True, do="dead-hand"),
            ),
        ),
    ]
    made += [kinds[place % len(kinds)] for place in range(count - len(made))]
    Random(2).shuffle(made)
    return made


def best(work: Callable[[], object], rounds: int) -> float:
    """Rounds a second of processor time, best of `TURNS`."""
    found = 0.0
    for _ in range(TURNS):
        start = time.process_time()
        work()
        found = max(found, rounds / (time.process_time() - start))
    return found


def _ours(scripts: list[Script]) -> None:
    for script in scripts:
        ruling(play(script))


def _engine_alone(scripts: list[Script]) -> None:
    for script in scripts:
        play(script)


def _happened(scripts: list[Script]) -> list[list[e.Event]]:
    return [[one.event for one in play(script, explained=True).happened] for script in scripts]


def _events(table: Table, rounds: list[list[e.Event]]) -> None:
    for events in rounds:
        mine = table.copy()
        out: list[Effect] = []
        for event in events:
            step(mine, event, out)


def _from_json(texts: list[bytes]) -> None:
    for text in texts:
        encode(rule(text))


def _blackjack21(rounds: int) -> Callable[[], None]:
    from blackjack21 import Deck, Table  # type: ignore[import-not-found]
    from blackjack21.players import GameState  # type: ignore[import-not-found]
    from blackjack21.table import (  # type: ignore[import-not-found]
        DEFAULT_SUITS,
        shoe_reset_hook,
    )

    deck = Deck(DEFAULT_SUITS, count=6)
    table = Table([("a", 25)], deck, on_round_reset=shoe_reset_hook(deck))

    def work() -> None:
        for _ in range(rounds):
            table.start_game()
            while table.state is GameState.PLAYERS_TURN:
                if table.current_hand.total < 14:
                    table.hit()
                else:
                    table.stand()

    return work


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--peers", type=Path, help="where the other packages are installed")
    parser.add_argument("--rounds", type=int, default=4000)
    args = parser.parse_args()
    rows: list[tuple[str, Callable[[], object], int]] = []
    work: Callable[[], object]
    for game in GAMES:
        scripts = plain(game, args.rounds)
        texts = [msgspec.json.encode(one) for one in scripts]
        assert [read(text) for text in texts] == scripts
        for what, work in (
            ("events to effects", partial(_events, new_table(game, {}), _happened(scripts))),
            ("script to effects", partial(_engine_alone, scripts)),
            ("script to ruling", partial(_ours, scripts)),
            ("JSON in, JSON out", partial(_from_json, texts)),
        ):
            rows.append((f"ours, plain, {game}: {what}", work, len(scripts)))
    mixed = mix()
    rows.append(("ours, mix of 10,000: the whole ruling", partial(_ours, mixed), len(mixed)))
    if args.peers is not None:
        sys.path.insert(0, str(args.peers))
        rows.append(("blackjack21, plain", _blackjack21(args.rounds), args.rounds))
    for name, work, rounds in rows:
        print(f"{name:62} {best(work, rounds):9,.0f} rounds/s")


if __name__ == "__main__":
    main()
