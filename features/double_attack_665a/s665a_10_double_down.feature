Feature: Doubling down, 58 Pa. Code § 665a.10
  A player may double on any number of cards, for as much as lies on the hand already, and gets
  exactly one more card; then the hand ends, unless he surrenders it. This section was not read
  beyond what the surrender says of it, so what is held here rests on inferred law. The dealer
  shows a 6. Cards stand in the order in which they leave the shoe: the dealer's upcard, one card
  to each box, a second card to each box, the hole card, then draws.

  Background:
    Given a Double Attack Blackjack table

  @clause:665a.10~one-card
  Rule: One card, and the hand ends

    @device:table-controller @device:shoe
    Scenario: A doubled hand has no choice but to stand or to surrender
      Given the shoe is stacked with 6C 5S 6D KC 9H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 doubles
      Then hand 1.1 may now surrender or stand
      When seat 1 tries to hit
      Then hand 1.1 is refused hit
      And hand 1.1 holds 5S 6D 9H
      And exactly 3 cards are called for hand 1.1

    @clause:665a.7~compare @device:table-controller
    Scenario Outline: A doubled 20 against the dealer's <total>
      Given the shoe is stacked with 6C 5S 6D KC 9H <draw>
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 doubles
      And seat 1 stands
      And the round is settled
      Then the dealer holds 6C KC <draw> for a total of <total>
      And these wagers are settled
        | hand | wager       | staked | to house | returned   | won   |
        | 1.1  | Bet         | 20.00  | <lost>   | <returned> | <won> |
        | 1.1  | Double Down | 20.00  | <lost>   | <returned> | <won> |

      Examples:
        | draw | total | lost  | returned | won   |
        | 3H   | 19    | 0.00  | 20.00    | 20.00 |
        | 4H   | 20    | 0.00  | 20.00    | 0.00  |
        | 5H   | 21    | 20.00 | 0.00     | 0.00  |
        | 6H   | 22    | 0.00  | 20.00    | 20.00 |

  @clause:665a.10~once
  Rule: Once a hand

    @device:table-controller
    Scenario: A second double is refused
      Given the shoe is stacked with 6C 2S 3D KC 4H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 doubles
      And seat 1 tries to double
      Then hand 1.1 is refused double
      And hand 1.1 holds 2S 3D 4H

  @clause:665a.10~amount @clause:665a.6~double
  Rule: At most Bet and Double Attack together

    @device:table-controller
    Scenario: A double is worth Bet and Double Attack unless less is staked
      Given the shoe is stacked with 6C 5S 6D KC 9H 3H
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 10.00
      When the round is dealt
      And seat 1 doubles
      And seat 1 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager         | staked | to house | returned | won   |
        | 1.1  | Bet           | 20.00  | 0.00     | 20.00    | 20.00 |
        | 1.1  | Double Attack | 10.00  | 0.00     | 10.00    | 10.00 |
        | 1.1  | Double Down   | 30.00  | 0.00     | 30.00    | 30.00 |

    @device:table-controller
    Scenario: A cent more is refused and brings no card
      Given the shoe is stacked with 6C 5S 6D KC
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 10.00
      When the round is dealt
      And seat 1 doubles for 30.01
      Then hand 1.1 is refused double
      And exactly 2 cards are called for hand 1.1
      And hand 1.1 may now surrender, hit, stand or double

    @device:table-controller
    Scenario: Where the house rule caps the double at the Bet
      Given the house rule double_cap_base is "bet"
      And the shoe is stacked with 6C 5S 6D KC 9H 3H
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 10.00
      When the round is dealt
      And seat 1 doubles
      And seat 1 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager         | staked | to house | returned | won   |
        | 1.1  | Bet           | 20.00  | 0.00     | 20.00    | 20.00 |
        | 1.1  | Double Attack | 10.00  | 0.00     | 10.00    | 10.00 |
        | 1.1  | Double Down   | 20.00  | 0.00     | 20.00    | 20.00 |

  @clause:665a.10~when
  Rule: On any number of cards

    @device:table-controller
    Scenario: A hand is doubled after two hits
      Given the shoe is stacked with 6C 2S 3D KC 2H 4H 9H 3H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 hits
      And seat 1 hits
      And seat 1 doubles
      Then hand 1.1 holds 2S 3D 2H 4H 9H
      When seat 1 stands
      And the round is settled
      Then the dealer holds 6C KC 3H for a total of 19
      And these wagers are settled
        | hand | wager       | staked | to house | returned | won   |
        | 1.1  | Bet         | 20.00  | 0.00     | 20.00    | 20.00 |
        | 1.1  | Double Down | 20.00  | 0.00     | 20.00    | 20.00 |

    @device:table-controller
    Scenario: A split hand is doubled
      Given the shoe is stacked with 6C 8S 8D KC 3H 9H JD 3C
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 splits
      And seat 1 doubles
      And seat 1 stands
      And seat 1 stands on hand 2
      And the round is settled
      Then the dealer holds 6C KC 3C for a total of 19
      And these wagers are settled
        | hand | wager       | staked | to house | returned | won   |
        | 1.1  | Bet         | 20.00  | 0.00     | 20.00    | 20.00 |
        | 1.1  | Double Down | 20.00  | 0.00     | 20.00    | 20.00 |
        | 1.2  | Bet         | 20.00  | 20.00    | 0.00     | 0.00  |

    @device:table-controller
    Scenario: Where the house rule allows it on the first two cards only
      Given the house rule double_on is "first_two"
      And the shoe is stacked with 6C 2S 3D KC 4H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 hits
      Then hand 1.1 may now surrender, hit or stand
      When seat 1 tries to double
      Then hand 1.1 is refused double
