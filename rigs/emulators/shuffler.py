"""The automated shuffler (§ 685a.12(j), (k)): a batch goes in, a full cycle runs, it comes out.

A cycle stands in its middle until the bench lets it go on, so that every fault can be placed. The
state of the batch survives a loss of power, as the cards do: a cycle that was cut is found
incomplete at the next start, and a batch is released after a full cycle only.
"""

from __future__ import annotations

from collections.abc import Set
from typing import ClassVar

from reference_engine.cards import Card, NotACard, parse_cards
from rigs.emulators.device import Answer, Command, Device, Refused, list_of, text_of

EMPTY, WAITING, RUNNING, DONE = "empty", "waiting", "running", "done"
JAMMED, STOPPED, INCOMPLETE = "jammed", "stopped", "incomplete"
"""The last three: the batch is inside, a cycle on it went wrong, it must be shuffled again."""


class Shuffler(Device):
    """Reports how its cycles begin and end, and ``fault`` when it cannot be used."""

    role = "shuffler"
    model = "SH-52"
    seconds: ClassVar[dict[str, float]] = {"start": 0.001, "advance": 0.002}

    def __init__(self, defects: Set[str] = frozenset(), serial: str = "") -> None:
        super().__init__(defects, serial)
        self.acts = {
            "insert": self.insert,
            "start": self.start,
            "advance": self.advance,
            "jam": self.jam,
            "stop": self.stop,
            "incomplete": self.cut_short,
            "break": self.break_down,
            "release": self.release,
        }
        self.reset()

    def reset(self) -> None:
        self.cards: tuple[Card, ...] = ()
        self.batch = ""
        self.stage = EMPTY
        self.out_of_service = False
        self.cycles = 0

    def restore(self) -> None:
        """The machine works again; a spoiled batch in it stays spoiled."""
        self.out_of_service = False

    def insert(self, command: Command) -> Answer:
        """A batch is laid in; what was in the machine is taken out by hand before."""
        try:
            cards = parse_cards(list_of(command, "cards"))
        except NotACard as error:
            raise Refused(f'insert: "cards": {error}') from None
        batch = text_of(command, "batch", "A")
        if not cards or not batch:
            raise Refused("insert: a batch has a name and at least one card")
        if self.stage == RUNNING:
            raise Refused("insert: a cycle is running; advance it or spoil it first")
        self.cards, self.batch, self.stage = cards, batch, WAITING
        return {"count": len(cards)}

    def start(self, command: Command) -> Answer:
        """The start button: a full cycle begins and stands in its middle.

        It begins on a machine that is out of service too: what is broken is found further on, and
        the dealer should not have pressed it (§ 685a.12(k)).
        """
        if self.stage == RUNNING:
            raise Refused("start: a cycle is running already")
        if self.stage == EMPTY:
            raise Refused("start: no batch is in the shuffler; insert one first")
        self.defects.new_round()
        if self.powered:
            self.stage = RUNNING
            if not self.has("hides-cycle-start"):
                self.say("cycle-started", batch=self.batch)
            if self.has("releases-unshuffled-batch"):
                self.say("cycle-done", batch=self.batch, count=str(len(self.cards)))
        return {}

    def advance(self, command: Command) -> Answer:
        """The cycle runs to its end; on a machine that is out of service it does not get there."""
        self._needs_a_running_cycle(command)
        if self.out_of_service:
            return self.cut_short(command)
        self._finish()
        return {"count": len(self.cards)}

    def jam(self, command: Command) -> Answer:
        """A card is caught in the transport; the motor stops and the cycle is spoiled."""
        self._needs_a_running_cycle(command)
        self.stage = JAMMED
        if self.has("clears-jam-untold"):
            self.stage = RUNNING
            return {}
        if self.has("calls-jam-a-stop"):
            self.say("stopped", batch=self.batch)
            return {}
        self.say("jam", batch=self.batch)
        if self.has("done-after-jam"):
            self._finish()
        return {}

    def stop(self, command: Command) -> Answer:
        """The machine stops in the middle of its cycle."""
        self._needs_a_running_cycle(command)
        self.stage = STOPPED
        if not self.has("hides-stop"):
            self.say("stopped", batch=self.batch)
        if self.has("done-after-stop"):
            self._finish()
        return {}

    def cut_short(self, command: Command) -> Answer:
        """The cycle ends before all cards went through it."""
        self._needs_a_running_cycle(command)
        self.stage = INCOMPLETE
        if self.has("done-when-incomplete"):
            self._finish()
        elif not self.has("hides-incomplete"):
            self.say("incomplete", batch=self.batch)
        return {}

    def break_down(self, command: Command) -> Answer:
        """The machine breaks: a cycle that ran stands still; it says that it is out of service."""
        self.out_of_service = True
        if self.stage == RUNNING:
            self.stage = STOPPED
        if not self.has("hides-out-of-service"):
            self.say("fault", code="out-of-service")
        return {}

    def release(self, command: Command) -> Answer:
        """The cards are taken out at the outlet, which opens after a full cycle only."""
        if self.stage != DONE:
            raise Refused(f"release: the batch is {self.stage}; only a full cycle opens the outlet")
        cards, self.cards, self.stage = self.cards, (), EMPTY
        return {"batch": self.batch, "cards": list(cards)}

    def _needs_a_running_cycle(self, command: Command) -> None:
        if self.stage != RUNNING:
            raise Refused(f"{command['do']}: no cycle is running (the batch is {self.stage})")

    def _finish(self) -> None:
        from random import Random  # only a cycle that ends needs it, and it is slow to import

        self.cycles += 1
        order = list(self.cards)
        # No two units shuffle alike; one repeats itself from `reset` on: a run can be replayed.
        Random(f"{self.serial}/{self.batch}/{self.cycles}").shuffle(order)  # noqa: S311
        self.cards, self.stage = tuple(order), DONE
        count = len(order)
        if self.has("miscounts"):
            count -= 1
        if self.has("counts-one-too-many"):
            count += 1
        if not self.has("silent-when-done"):
            self.say("cycle-done", batch=self.batch, count=str(count))

    def make_safe(self) -> None:
        """The motor stops. A cycle in its middle is spoiled by that, and says so."""
        if self.stage == RUNNING:
            self.stage = STOPPED
            self.say("stopped", batch=self.batch)

    def is_safe(self) -> bool:
        return self.stage != RUNNING or not self.powered

    def is_broken(self) -> bool:
        return self.out_of_service

    def look(self) -> Answer:
        return {
            "batch": self.batch,
            "count": len(self.cards),
            "stage": self.stage,
            "motor": "off" if self.is_safe() else "on",
            "out_of_service": self.out_of_service,
        }

    def lost_power(self) -> None:
        """The motor stops; that a cycle was running is written where it survives."""

    def woke(self) -> None:
        if self.out_of_service and not self.has("hides-out-of-service"):
            self.say("fault", code="out-of-service")
        if self.stage == RUNNING:
            self.stage = INCOMPLETE
            if self.has("done-after-power-loss"):
                self._finish()
            elif not self.has("forgets-power-loss"):
                self.say("incomplete", batch=self.batch)
