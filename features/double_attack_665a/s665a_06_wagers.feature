Feature: Wagers before and after the first card, 58 Pa. Code § 665a.6
  Bet Wager and Bust It Wager are down before the first card. When the dealer's first card lies,
  and before any player has a card, a player may add a Double Attack Wager of at most his Bet.
  This section was not read, so what is held here rests on inferred law. Cards stand in the order
  in which they leave the shoe: the dealer's upcard, one card to each box, a second card to each
  box, the hole card.

  Background:
    Given a Double Attack Blackjack table

  @clause:665a.6~double-attack
  Rule: A Double Attack Wager of at most the Bet, between the first card and the players' cards

    @device:table-controller
    Scenario: It is offered to each box when the dealer's first card lies
      Given the shoe is stacked with 5S KS 9S 6D 8D KC
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      When the round opens
      Then hand 1.1 is never offered double attack
      When the dealer's first card is dealt
      Then hand 1.1 is offered double attack
      And hand 2.1 is offered double attack
      And exactly no cards are called for hand 1.1

    @device:table-controller
    Scenario: More than the Bet is refused, as much as the Bet is taken
      Given the shoe is stacked with 5S KS 6D KC
      And seat 1 bets 20.00
      When the round opens
      And the dealer's first card is dealt
      And seat 1 makes a Double Attack Wager of 20.01
      Then hand 1.1 is refused double attack
      When seat 1 makes a Double Attack Wager of 20.00
      And the wagers are closed
      And the round is dealt
      And seat 1 surrenders
      Then these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Bet           | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Double Attack | 20.00  | 10.00    | 10.00    | 0.00 |

    @clause:665a.6~hands-off @device:table-controller
    Scenario: A wager once made is not changed
      Given the shoe is stacked with 5S KS 6D KC
      And seat 1 bets 20.00
      When the round opens
      And the dealer's first card is dealt
      And seat 1 makes a Double Attack Wager of 10.00
      And seat 1 makes a Double Attack Wager of 20.00
      Then hand 1.1 is refused double attack
      When the wagers are closed
      And the round is dealt
      And seat 1 surrenders
      Then these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Bet           | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Double Attack | 10.00  | 5.00     | 5.00     | 0.00 |

    @device:table-controller
    Scenario: One box makes it, the other does not
      Given the shoe is stacked with 9C KS KD 9D 9H 8D
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      And seat 2 will make a Double Attack Wager of 30.00
      When the round is dealt
      And seat 1 stands
      And seat 2 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager         | staked | to house | returned | won   |
        | 1.1  | Bet           | 20.00  | 0.00     | 20.00    | 20.00 |
        | 2.1  | Bet           | 30.00  | 0.00     | 30.00    | 30.00 |
        | 2.1  | Double Attack | 30.00  | 0.00     | 30.00    | 30.00 |

    @device:table-controller
    Scenario: Once the players have cards it is too late
      Given the shoe is stacked with 5S KS 6D KC
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 makes a Double Attack Wager of 20.00
      Then hand 1.1 is refused double attack
      When seat 1 surrenders
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |
