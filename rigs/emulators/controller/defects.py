"""The catalogue of defects: each is one switch, thrown at the one place where it bites."""

from __future__ import annotations

DEFECTS: dict[str, str] = {
    "halves-bust-it-on-surrender": "a surrender takes half of the Bust It Wager too",
    "takes-whole-bet-on-surrender": "a surrender takes the whole Bet Wager instead of half",
    "keeps-double-attack-on-dealer-blackjack": "a dealer Blackjack takes the Double Attack Wager",
    "settles-before-reader-answers": "an early surrender is settled before the reader has answered",
    "surrender-after-stand-allowed": "a hand that stood may still surrender",
    "peeks-on-low-upcard": "the hole card is sent to the reader under an upcard of 2 to 9",
    "bust-it-settled-on-surrender": "the Bust It Wager is lost at once with a surrender",
    "insurance-follows-surrender": "the Insurance Wager shares the fate of a surrendered Bet",
    "deals-to-surrendered-hand": "a hand that surrendered is dealt another card",
    "hole-card-revealed-early": "the hole card is turned before the players act",
    "deals-round-while-blocked": "a new round is dealt while the Masque reader is out",
    "keeps-busted-bets-when-dead": "dead hands: the bets of hands over 21 do not go back",
    "no-offer-second-card": "a hand with one card is dead without being asked",
    "burns-held-card": "a card drawn in error, unexposed, is racked instead of used next",
    "refuser-gets-card": "a player who refuses the exposed card is dealt it all the same",
    "no-burn-after-refill": "no card is burned after the shoe was refilled in mid-round",
    "accident-card-counts": "a card drawn by accident for a standing dealer counts in his total",
    "face-up-card-dealt": "a card lying face up in the shoe is dealt",
    "no-sign-asked": "the broken shuffler is not ordered to be covered or signed",
    "no-reshuffle-after-jam": "a shuffler jam does not lead to a new shuffle",
    "insurance-pays-2-to-1": "Double Attack: Insurance is paid 2 to 1 instead of 5 to 2",
    "blackjack-pays-3-to-2": "Double Attack: a Blackjack is paid 3 to 2 instead of 1 to 1",
}
"""Name to what is wrong."""
