Feature: Splitting pairs, 58 Pa. Code § 665a.11
  Two first cards of equal value may be split into two hands, each with a stake of its own, and
  again to at most four. Aces get one card each and are not split again. This section was not read
  beyond what the surrender says of it, so what is held here rests on inferred law. Cards stand in
  the order in which they leave the shoe: the dealer's upcard, one card to each box, a second card
  to each box, the hole card, then draws.

  Background:
    Given a Double Attack Blackjack table

  @clause:665a.11~what
  Rule: Two cards of equal value

    @device:table-controller
    Scenario: King and jack are a pair
      Given the shoe is stacked with 6C KS JD KC 9H 8H 3H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 splits
      And seat 1 stands
      And seat 1 stands on hand 2
      And the round is settled
      Then the dealer holds 6C KC 3H for a total of 19
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 0.00     | 20.00    | 0.00 |
        | 1.2  | Bet   | 20.00  | 20.00    | 0.00     | 0.00 |
      And the discard rack holds KS 9H JD 8H 6C KC 3H

    @device:table-controller
    Scenario: A 9 and an 8 are no pair
      Given the shoe is stacked with 6C 9S 8D KC
      And seat 1 bets 20.00
      When the round is dealt
      Then hand 1.1 is never offered split
      When seat 1 tries to split
      Then hand 1.1 is refused split

    @device:table-controller
    Scenario: A pair that was drawn to is no longer split
      Given the shoe is stacked with 6C 4S 4D KC 2H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 hits
      Then hand 1.1 may now surrender, hit, stand or double
      When seat 1 tries to split
      Then hand 1.1 is refused split

  @clause:665a.11~stake @clause:665a.6~split
  Rule: The second hand carries the same stakes

    @device:table-controller
    Scenario: Bet and Double Attack are staked again on the second hand, the Bust It is not
      Given the shoe is stacked with 6C 8S 8D KC JD 9H 8H
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      And seat 1 will make a Double Attack Wager of 10.00
      When the round is dealt
      And seat 1 splits
      And seat 1 stands
      And seat 1 stands on hand 2
      And the round is settled
      Then the dealer holds 6C KC 8H for a total of 24
      And these wagers are settled
        | hand | wager         | staked | to house | returned | won   |
        | 1.1  | Bet           | 20.00  | 0.00     | 20.00    | 20.00 |
        | 1.1  | Double Attack | 10.00  | 0.00     | 10.00    | 10.00 |
        | 1.2  | Bet           | 20.00  | 0.00     | 20.00    | 20.00 |
        | 1.2  | Double Attack | 10.00  | 0.00     | 10.00    | 10.00 |
        | 1.1  | Bust It       | 5.00   | 0.00     | 5.00     | 40.00 |

  @clause:665a.11~order
  Rule: The first hand is completed before the second gets a card

    @device:table-controller @device:shoe
    Scenario: The second hand waits with its one card
      Given the shoe is stacked with 6C 8S 8D KC 2H 3H 9H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 splits
      And seat 1 hits
      Then hand 1.1 holds 8S 2H 3H
      And exactly no cards are called for hand 1.2
      When seat 1 stands
      Then hand 1.2 holds 8D 9H
      And exactly 1 card is called for hand 1.2
      And hand 1.2 may now surrender, hit, stand or double

  @clause:665a.11~again
  Rule: Again to four hands

    @device:table-controller
    Scenario: A fourth hand comes from the third split, a fifth does not come
      Given the shoe is stacked with 6C 8S 8D KC JD 8H JH 8C JC 8S
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 splits
      And seat 1 stands
      Then hand 1.2 may now surrender, hit, stand, double or split
      When seat 1 splits on hand 2
      And seat 1 stands on hand 2
      And seat 1 splits on hand 3
      And seat 1 stands on hand 3
      Then hand 1.4 holds 8C 8S
      And hand 1.4 may now surrender, hit, stand or double
      When seat 1 tries to split on hand 4
      Then hand 1.4 is refused split

    @device:table-controller
    Scenario: Where the house rule allows two hands only
      Given the house rule max_split_hands is "2"
      And the shoe is stacked with 6C 8S 8D KC 8H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 splits
      Then hand 1.1 may now surrender, hit, stand or double
      When seat 1 tries to split
      Then hand 1.1 is refused split

  @clause:665a.11~aces
  Rule: Split aces get one card each

    @device:table-controller
    Scenario: No further card on a split ace
      Given the shoe is stacked with 6C AS AD KC 4H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 splits
      Then hand 1.1 may now surrender or stand
      When seat 1 tries to hit
      Then hand 1.1 is refused hit
      And exactly 3 cards are called for hand 1.1

    @clause:665a.11~again @device:table-controller
    Scenario: A split ace that gets an ace is not split again
      Given the shoe is stacked with 6C AS AD KC AH
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 splits
      Then hand 1.1 may now surrender or stand
      When seat 1 tries to split
      Then hand 1.1 is refused split

  @clause:665a.11~21
  Rule: A split ace with a court card is 21 and no Blackjack

    @device:table-controller
    Scenario: It is not paid on sight and ties with a drawn 21
      Given the shoe is stacked with 6C AS AD KC KH 9H 5D
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 splits
      Then nothing is settled yet
      When seat 1 stands
      And seat 1 stands on hand 2
      And the round is settled
      Then the dealer holds 6C KC 5D for a total of 21
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 0.00     | 20.00    | 0.00 |
        | 1.2  | Bet   | 20.00  | 20.00    | 0.00     | 0.00 |

  @clause:665a.11~dealer-bj
  Rule: A dealer Blackjack after a split takes the first wager only

    @device:table-controller
    Scenario: Where the house reads only on a surrender, the second stake comes back
      Given the house rule peek_timing is "on_surrender"
      And the shoe is stacked with KC 8S 8D AC JD 9H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 splits
      And seat 1 stands
      And seat 1 stands on hand 2
      And the round is settled
      Then the dealer holds KC AC for a total of 21
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 20.00    | 0.00     | 0.00 |
        | 1.2  | Bet   | 20.00  | 0.00     | 20.00    | 0.00 |
