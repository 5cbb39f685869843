Feature: Surrender against a 2 to 9, 58 Pa. Code § 665a.9(b)(1)
  If the dealer's first card is no ace, king, queen or jack, a surrender is settled on the spot:
  the player's cards are taken at once, half of his Bet Wager and half of his Double Attack Wager
  go to the house, the other halves back to him. The card reader has no part in it. Cards stand in
  the order in which they leave the shoe: the dealer's upcard, one card to each box, a second card
  to each box, the dealer's hole card, then draws.

  Background:
    Given a Double Attack Blackjack table

  @clause:665a.9(b)(1)
  Rule: Half of each wager, whichever card from 2 to 9 the dealer shows

    @device:table-controller @device:card-reader @device:shoe
    Scenario Outline: Surrender against a <upcard> with a Double Attack Wager
      Given the shoe is stacked with <upcard> KS 6D KC
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 20.00
      When the round is dealt
      Then hand 1.1 may now surrender, hit, stand or double
      When seat 1 surrenders
      Then these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Bet           | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Double Attack | 20.00  | 10.00    | 10.00    | 0.00 |
      And hand 1.1 is surrendered
      And the card reader stays idle
      And the discard rack holds KS 6D <upcard> KC
      And the round is over

      Examples:
        | upcard |
        | 2C     |
        | 3D     |
        | 4H     |
        | 5S     |
        | 6C     |
        | 7D     |
        | 8H     |
        | 9C     |

    @device:table-controller @device:card-reader @device:shoe
    Scenario Outline: Surrender against a <upcard> with a Bet Wager alone
      Given the shoe is stacked with <upcard> KS 6D KC
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 surrenders
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |
      And the card reader stays idle
      And the discard rack holds KS 6D <upcard> KC
      And the round is over

      Examples:
        | upcard |
        | 2H     |
        | 3S     |
        | 4C     |
        | 5D     |
        | 6H     |
        | 7S     |
        | 8C     |
        | 9D     |

    @device:table-controller
    Scenario Outline: A Bet of <bet> and a Double Attack of <attack> are halved exactly
      Given the shoe is stacked with 5S KS 6D KC
      And seat 1 bets <bet>
      And seat 1 will make a Double Attack Wager of <attack>
      When the round is dealt
      And seat 1 surrenders
      Then these wagers are settled
        | hand | wager         | staked   | to house      | returned      | won  |
        | 1.1  | Bet           | <bet>    | <half bet>    | <half bet>    | 0.00 |
        | 1.1  | Double Attack | <attack> | <half attack> | <half attack> | 0.00 |

      Examples: even chips, the Double Attack as high as the Bet or lower
        | bet   | attack | half bet | half attack |
        | 25.00 | 25.00  | 12.50    | 12.50       |
        | 20.00 | 5.00   | 10.00    | 2.50        |
        | 60.00 | 1.00   | 30.00    | 0.50        |

      Examples: amounts whose half is no whole chip, or no whole cent
        | bet   | attack | half bet | half attack |
        | 12.50 | 12.50  | 6.25     | 6.25        |
        | 12.25 | 7.50   | 6.125    | 3.75        |
        | 0.05  | 0.05   | 0.025    | 0.025       |
        | 7.00  | 0.01   | 3.50     | 0.005       |

    @device:table-controller
    Scenario Outline: Where the house rule on an odd chip says <rule>
      Given the house rule surrender_half_rounding is "<rule>"
      And the shoe is stacked with 5S KS 6D KC
      And seat 1 bets 0.05
      When the round is dealt
      And seat 1 surrenders
      Then these wagers are settled
        | hand | wager | staked | to house | returned   | won  |
        | 1.1  | Bet   | 0.05   | <house>  | <returned> | 0.00 |

      Examples:
        | rule          | house | returned |
        | odd_to_house  | 0.03  | 0.02     |
        | odd_to_player | 0.02  | 0.03     |

  @clause:665a.9(b)(1)
  Rule: At once, before anyone else acts

    @device:table-controller @device:card-reader
    Scenario: Cards and halves are taken before the next box acts
      Given the shoe is stacked with 7D KS 9S 6D 8D KC
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 20.00
      And seat 2 bets 30.00
      When the round is dealt
      And seat 1 surrenders
      Then the discard rack holds KS 6D
      And these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Bet           | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Double Attack | 20.00  | 10.00    | 10.00    | 0.00 |
      And the Bet Wager of seat 2 stays on the layout
      And hand 2.1 may now surrender, hit, stand or double
      And the hole card is still face down
      And the card reader stays idle
      And the round is not over

    @device:table-controller @device:card-reader
    Scenario: After a hit all three cards are taken at once
      Given the shoe is stacked with 7D 2S 9S 6D 8D KC 8H
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      When the round is dealt
      And seat 1 hits
      And seat 1 surrenders
      Then the discard rack holds 2S 6D 8H
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |
      And the card reader stays idle
      And hand 2.1 may now surrender, hit, stand or double

    @device:table-controller @device:card-reader
    Scenario: Two boxes surrender, each by its own wagers
      Given the shoe is stacked with 9C KS 9S 6D 7H KC
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      And seat 2 will make a Double Attack Wager of 10.00
      When the round is dealt
      And seat 1 surrenders
      And seat 2 surrenders
      Then these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Bet           | 20.00  | 10.00    | 10.00    | 0.00 |
        | 2.1  | Bet           | 30.00  | 15.00    | 15.00    | 0.00 |
        | 2.1  | Double Attack | 10.00  | 5.00     | 5.00     | 0.00 |
      And the discard rack holds KS 6D 9S 7H 9C KC
      And the card reader stays idle
      And the round is over

    @device:table-controller
    Scenario: With nothing left to play for, the hole card is never turned
      Given the shoe is stacked with 9C KS 6D KC
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 surrenders
      Then the hole card is still face down
      And exactly 2 cards are called for the dealer
      And the round is over

  @clause:665a.9(b)(1)
  Rule: The first card decides, not the hole card

    @device:table-controller @device:card-reader
    Scenario Outline: A hole card <hole> under an 8 does not bring in the reader
      Given the shoe is stacked with 8H KS 6D <hole>
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 surrenders
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |
      And the card reader stays idle
      And the discard rack holds KS 6D 8H <hole>

      Examples:
        | hole |
        | AC   |
        | KD   |
        | QH   |
        | JS   |
        | 8S   |
        | 2D   |

    @device:table-controller @device:card-reader
    Scenario: Where the house rule takes a ten that should not be there literally
      Given the house rule foreign_ten is "literal"
      And the shoe is stacked with TC KS 6D AC
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 surrenders
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |
      And the card reader stays idle
