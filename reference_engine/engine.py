"""Apply an event to a table: the whole engine as one pure function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from reference_engine import events as e
from reference_engine import irregularities as irregular
from reference_engine import procedure
from reference_engine.cards import Card, parse_cards
from reference_engine.games import GAMES
from reference_engine.law import HouseRuleError, check_rules
from reference_engine.procedure import Out
from reference_engine.ruling import Effect, NotPossible
from reference_engine.table import Table

Handler = Callable[[Table, Any, Out], None]

HANDLERS: dict[type, Handler] = {
    e.OpenRound: procedure.open_round,
    e.PlaceWager: procedure.place_wager,
    e.CloseWagers: procedure.close_wagers,
    e.DrawCard: procedure.draw_card,
    e.Peek: procedure.peek,
    e.Act: procedure.act,
    e.DealerAct: procedure.dealer_act,
    e.CoverCard: irregular.cover_card,
    e.DrawnInError: irregular.drawn_in_error,
    e.Skipped: irregular.skipped,
    e.ShoeEmpty: irregular.shoe_empty,
    e.ShoeRefilled: irregular.shoe_refilled,
    e.BurnCard: irregular.burn_card,
    e.WrongSpot: irregular.wrong_spot,
    e.ErrorFound: irregular.error_found,
    e.MasqueFault: irregular.masque_fault,
    e.MasqueRestored: irregular.masque_restored,
    e.CycleStarted: irregular.cycle_started,
    e.CycleDone: irregular.cycle_done,
    e.ShufflerFault: irregular.shuffler_fault,
    e.ShufflerOut: irregular.shuffler_out,
    e.SignPlaced: irregular.sign_placed,
    e.ShufflerRepaired: irregular.shuffler_repaired,
    e.HandShuffle: irregular.hand_shuffle,
}


def new_table(
    game: str, rules: Mapping[str, Any] | None = None, discard_rack: Iterable[Card] = ()
) -> Table:
    """A table between rounds.

    Args:
        game: ``double-attack-blackjack`` or ``down-under-blackjack``.
        rules: house rules by name; the others have their defaults.
        discard_rack: cards that lie in the rack already, in order.

    Raises:
        HouseRuleError: an unknown game, house rule or value.
        NotACard: text in `discard_rack` that is no card.
        ValueError: a card in `discard_rack` that the game does not have so often.
    """
    checked = check_rules(game, rules or {})
    found = GAMES.get(game)
    if found is None:
        raise HouseRuleError(f"game {game!r} is not known; there are {', '.join(GAMES)}")
    rack = parse_cards(discard_rack)
    decks = int(checked["decks"])
    for card in sorted(set(rack)):
        if card not in found.deck:
            raise ValueError(f"discard rack: {card} is no card of this game")
        if rack.count(card) > decks:
            raise ValueError(f"discard rack: {rack.count(card)} of {card} in {decks} decks")
    return Table(found, checked, decks, rack=rack, drawn=len(rack))


def step(table: Table, event: e.Event, out: Out) -> None:
    """`event` happens to `table` itself, which changes; its effects go to `out`.

    For a caller that owns the table and looks at no state between two events. When NotPossible is
    raised the table may be half changed and is of no more use.

    Raises:
        NotPossible: the event cannot happen now.
    """
    try:
        handler = HANDLERS[type(event)]
    except KeyError:
        raise NotPossible(event, "no such event is known") from None
    handler(table, event, out)


def apply(table: Table, event: e.Event) -> tuple[Table, tuple[Effect, ...]]:
    """The table after `event`, and what the event has for effects. `table` stays as it was.

    A lawful refusal is an effect ``refuse``.

    Raises:
        NotPossible: the event cannot happen now.
    """
    out: Out = []
    after = table.copy()
    step(after, event, out)
    return after, tuple(out)
