"""What tells the two games apart. Everything else is one procedure."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from rigs.emulators.controller.money import Money


class Game(Struct, frozen=True):
    """One game as data."""

    name: str
    order: tuple[str, ...]
    """The steps of the first cards: `upcard`, `wagers`, `cards` (one each), `missed`, `hole`."""
    reader: str
    """The role of the device that the hole card goes into."""
    wagers: tuple[str, ...]
    """Box wagers placed before the first card, beside the bet."""
    blackjack_pays: Money
    insurance_pays: Money
    surrender: bool
    peek_ranks: str
    """Upcards under which the hole card goes into the reader."""
    completed_hand_decides: bool
    """After a double or a split ace's card the hand still says stand or surrender."""
    rules: dict[str, tuple[str, ...]]
    """House rules that this game knows, each with its values; the first is the default."""
    fixed: dict[str, str]
    """What the other game leaves to a house rule and this one does not."""


COMMON_RULES: dict[str, tuple[str, ...]] = {
    "dealer_soft_17": ("stand", "hit"),
    "insurance_offered": ("yes", "no"),
    "dead_no_card_bet": ("returned", "stays_for_next"),
    "masque_error_scope": ("table",),
    "resume_needs_inspection": ("yes", "no"),
}

DOUBLE_ATTACK = Game(
    name="double-attack-blackjack",
    order=("upcard", "wagers", "cards", "cards", "missed", "hole"),
    reader="card-reader",
    wagers=("bust_it",),
    blackjack_pays=Fraction(1),
    insurance_pays=Fraction(5, 2),
    surrender=True,
    peek_ranks="AKQJ",
    completed_hand_decides=True,
    rules=COMMON_RULES
    | {
        "surrender_double_down": ("half", "all_to_house", "all_returned"),
        "surrender_bj_double_down": ("returned", "to_house"),
        "surrender_half_rounding": ("exact", "odd_to_house", "odd_to_player"),
        "dealer_bj_double_attack": ("returned", "to_house"),
        "double_cap_base": ("bet_plus_double_attack", "bet"),
        "double_on": ("any_cards", "first_two"),
        "insurance_base": ("bet", "bet_plus_double_attack"),
        "max_split_hands": ("4", "2", "3"),
        "resplit_aces": ("no", "yes"),
        "reread_on_surrender": ("no", "yes"),
        "peek_timing": ("before_player_acts", "on_surrender"),
    },
    fixed={},
)

DOWN_UNDER = Game(
    name="down-under-blackjack",
    order=("cards", "upcard", "cards", "missed", "hole"),
    reader="masque-reader",
    wagers=(),
    blackjack_pays=Fraction(3, 2),
    insurance_pays=Fraction(2),
    surrender=False,
    peek_ranks="A23456789TJQK",
    completed_hand_decides=False,
    rules=COMMON_RULES
    | {
        "dealer_22": ("golden_rule", "bust"),
    },
    fixed={
        "double_on": "first_two",
        "double_cap_base": "bet",
        "insurance_base": "bet",
        "max_split_hands": "2",
        "resplit_aces": "no",
    },
)

GAMES = {game.name: game for game in (DOUBLE_ATTACK, DOWN_UNDER)}
