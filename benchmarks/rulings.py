"""Full rulings a second on one core: ours, and packages of the index on rounds they can play.

    python benchmarks/rulings.py                 # ours alone
    python benchmarks/rulings.py --peers DIR     # beside py21, jackblack and blackjack21 in DIR
    python benchmarks/rulings.py --jobs 1,2      # how a batch scales with processes

Everything is played in one process, in turns, and the best of several turns counts: the machine's
other work can only make a turn slower. *plain* is one seat that stakes 25, draws to 14 and stands,
from a shuffled shoe; *mix* is a fixed 10,000 of plain rounds, surrenders, splits and
irregularities. What is compared with the packages is what all of them do, *a program plays*: it
holds a table, decides by what it sees there, draws from a shuffled shoe, and is left with the
settled round as Python objects; ours are the effects with their clauses. benchmarks/README.md.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from reference_engine import events as e
from reference_engine import table as at
from reference_engine.batch import settle_lines
from reference_engine.engine import new_table, step
from reference_engine.hands import total
from reference_engine.ruling import Effect
from reference_engine.script import Script, ScriptAct, SeatWagers, encode, play, read, rule, ruling

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


def best(rows: list[tuple[str, Callable[[], object], int]]) -> dict[str, float]:
    """Rounds a second of processor time of each row, best of `TURNS`, all rows in each turn."""
    found = dict.fromkeys((name for name, _, _ in rows), 0.0)
    for _ in range(TURNS):
        for name, work, rounds in rows:
            start = time.process_time()
            work()
            found[name] = max(found[name], rounds / (time.process_time() - start))
    return found


def _ours(scripts: list[Script]) -> None:
    for script in scripts:
        ruling(play(script))


def _engine_alone(scripts: list[Script]) -> None:
    for script in scripts:
        play(script)


def _from_json(texts: list[bytes]) -> None:
    for text in texts:
        encode(rule(text))


def _program(game: str, rounds: int) -> Callable[[], None]:
    """A program that holds a table and plays as those of the packages do."""
    new = new_table(game, {})
    deck = sorted(new.game.deck) * new.decks
    random = Random(1)

    def work() -> None:
        for _ in range(rounds):
            # A shuffle costs more than a round, and the packages shuffle once in some fifty.
            if len(shoe) < 20:
                shoe[:] = deck
                random.shuffle(shoe)
            table = new.copy()
            out: list[Effect] = []
            step(table, _OPEN, out)
            while (phase := table.phase) != at.ROUND:
                if phase == at.CARD:
                    event: e.Event = draws[shoe.pop()]
                elif phase == at.ACT:
                    event = _HIT if total(table.hands[0].cards) < 14 else _STAND
                else:
                    event = _FOLLOWS[phase]
                step(table, event, out)

    draws = {card: e.DrawCard(card) for card in deck}
    shoe: list[str] = []
    return work


_OPEN = e.OpenRound((e.Seat(1, 25_000_000),))
_FOLLOWS: dict[str, e.Event] = {
    at.WAGERS: e.CloseWagers(),
    at.INSURE: e.CloseWagers(),
    at.EARLY: e.DealerAct("peek"),
    at.PEEK: e.Peek(),
    at.SETTLE: e.DealerAct("settle"),
}
_HIT, _STAND = e.Act(1, "hit"), e.Act(1, "stand")


def _blackjack21(rounds: int) -> Callable[[], object]:
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


def _py21(rounds: int) -> Callable[[], object]:
    from py21.game import Game  # type: ignore[import-not-found]
    from py21.player import Player  # type: ignore[import-not-found]

    def decide(player: object, hand: Any, dealer_up: object, **_: object) -> str:
        return "HIT" if hand.total < 14 else "STAND"

    game = Game([Player(10**9, decide, lambda **_: 25)], {"num_decks": 6}, seed=1)

    def work() -> None:
        for _ in range(rounds):
            game.play_round()

    return work


def _jackblack(rounds: int) -> Callable[[], object]:
    from jackblack import HIT, STAY, Deck, Player, Simulation, Strategy  # type: ignore[import-not-found]

    class To14(Strategy):  # type: ignore[misc]
        def decide_hands(self, player: object) -> int:
            return 1

        def decide_bet(self, player: object, min_bet: int = 15) -> int:
            return 25

        def decide(self, player: Any, choices: object, **_: object) -> str:
            return str(HIT if player.hand_value() < 14 else STAY)

    player = Player("a", 10**9, To14(auto_log=False))
    game = Simulation([player], Deck(6, shuffle=True))
    return partial(game.run, rounds)


PEERS = {"py21": _py21, "jackblack": _jackblack, "blackjack21": _blackjack21}


def _batch(path: Path, jobs: int) -> float:
    """Rounds a second of a batch by wall clock, the processes' start included."""
    start = time.perf_counter()
    with path.open("rb") as source, Path(os.devnull).open("wb") as sink:
        tally = settle_lines(source, sink, lambda number, what: None, jobs)
    assert tally.bad == 0
    return tally.ruled / (time.perf_counter() - start)


def _scaling(jobs: list[int]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "rounds.jsonl")
        texts = b"\n".join(msgspec.json.encode(one) for one in mix()) + b"\n"
        path.write_bytes(texts * 10)
        for count in jobs:
            print(
                f"{f'batch of 100,000, mix, {count} jobs':62} {_batch(path, count):9,.0f} rounds/s"
            )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--peers", type=Path, help="site-packages with the other packages")
    parser.add_argument("--rounds", type=int, default=4000)
    parser.add_argument("--jobs", default="", help="numbers of processes, as 1,2,4")
    args = parser.parse_args()
    rows: list[tuple[str, Callable[[], object], int]] = []
    for game in GAMES:
        rows.append((f"ours, {game}: a program plays", _program(game, args.rounds), args.rounds))
    if args.peers is not None:
        sys.path.append(str(args.peers))
        for name, peer in PEERS.items():
            rows.append((f"{name}: a program plays", peer(args.rounds), args.rounds))
    work: Callable[[], object]
    for game in GAMES:
        scripts = plain(game, args.rounds)
        texts = [msgspec.json.encode(one) for one in scripts]
        assert [read(text) for text in texts] == scripts
        for what, work in (
            ("script to effects", partial(_engine_alone, scripts)),
            ("script to ruling", partial(_ours, scripts)),
            ("JSON in, JSON out", partial(_from_json, texts)),
        ):
            rows.append((f"ours, plain, {game}: {what}", work, len(scripts)))
    mixed = mix()
    rows.append(("ours, mix of 10,000: script to ruling", partial(_ours, mixed), len(mixed)))
    lines = [msgspec.json.encode(one) for one in mixed]
    rows.append(("ours, mix of 10,000: JSON in, JSON out", partial(_from_json, lines), len(mixed)))
    for name, rate in best(rows).items():
        print(f"{name:62} {rate:9,.0f} rounds/s")
    if args.jobs:
        _scaling([int(count) for count in args.jobs.split(",")])


if __name__ == "__main__":
    main()
