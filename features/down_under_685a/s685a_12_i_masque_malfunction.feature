Feature: The Masque reader malfunctions, 58 Pa. Code § 685a.12(i)
  While the reader does not work the game is not dealt at the table. It may go on once the device has
  been repaired or replaced, and inspected. A round in which the right light had been given is
  finished; without it the round is void, and the Bets go back. Cards stand in the order in which they
  leave the shoe: one to each box, the upcard, a second to each box, the hole card, then draws.

  @clause:685a.12(i)
  Rule: No new round until the reader is repaired or replaced, and inspected

    @device:table-controller
    Scenario Outline: It <fault> between two rounds
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 6H 8D TC
      And seat 1 bets 10.00
      When the Masque reader <fault>
      Then the table may not open a round
      When a new round is asked for
      Then the dealer is refused a new round
      And exactly no cards are called for hand 1.1
      When the Masque reader is repaired without an inspection
      Then the table may not open a round
      When the Masque reader is repaired and inspected
      Then the table may open a round again
      When a new round is asked for
      Then the next card goes to hand 1.1, face up

      Examples: the six ways to fail
        | fault                        |
        | shows no light               |
        | shows two lights             |
        | shows a light without a card |
        | keeps a frozen light         |
        | loses its power              |
        | loses its link               |

    @device:table-controller
    Scenario: A replaced reader needs the inspection too
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 6H 8D TC
      And seat 1 bets 10.00
      When the Masque reader shows no light
      And the Masque reader is replaced without an inspection
      And a new round is asked for
      Then the dealer is refused a new round
      And the table may not open a round
      When the Masque reader is replaced and inspected
      Then the table may open a round again

    @device:masque-reader @device:table-controller
    Scenario: A repaired reader shows the right light in the next round
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 6H 8D 4C
      And seat 1 bets 10.00
      When the Masque reader shows two lights
      And the Masque reader is repaired and inspected
      And the round is dealt
      And the hole card is read
      Then the Masque reader lights blue
      And the Masque reader's light goes out
      And the hole card is sent to the blue spot

  @clause:685a.12(i)
  Rule: Without the right light the round in progress is void

    @device:table-controller
    Scenario Outline: It <fault> when the hole card should be read
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 5D 6H 8D 6C TC
      And seat 1 bets 10.00
      And seat 2 bets 25.00
      When the round is dealt
      And the Masque reader <fault>
      Then hand 1.1 is dead
      And hand 2.1 is dead
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
        | 2.1  | Bet   | 25.00  | 0.00     | 25.00    | 0.00 |
      And the hole card is still face down
      And hand 1.1 is never offered hit
      And the discard rack holds 9S 8D 5D 6C 6H TC
      And the round is over
      And the table may not open a round
      When a new round is asked for
      Then the dealer is refused a new round

      Examples: the six ways to fail
        | fault                        |
        | shows no light               |
        | shows two lights             |
        | shows a light without a card |
        | keeps a frozen light         |
        | loses its power              |
        | loses its link               |

    @device:table-controller
    Scenario: It fails during the initial deal
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 6H
      And seat 1 bets 10.00
      When the cards are dealt until the dealer is due
      And the cards are dealt until hand 1.1 is due
      And the Masque reader shows a light without a card
      Then hand 1.1 is dead
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
      And the discard rack holds 9S 6H
      And the round is over
      And the table may not open a round

    @clause:685a.8~insurance @device:table-controller
    Scenario: An Insurance Wager in a void round goes back with the Bet
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S AH 8D TC
      And seat 1 bets 10.00
      When the round is dealt
      And seat 1 insures for 5.00
      And the Masque reader shows no light
      Then these wagers are settled
        | hand | wager     | staked | to house | returned | won  |
        | 1.1  | Bet       | 10.00  | 0.00     | 10.00    | 0.00 |
        | 1.1  | Insurance | 5.00   | 0.00     | 5.00     | 0.00 |
      And the discard rack holds 9S 8D AH TC
      And the round is over

    @device:table-controller
    Scenario: After the void round and the repair, the players are dealt in again
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 7H 9D TC 9S 6H 8D TD
      And seat 1 bets 10.00
      When the round is dealt
      And the Masque reader shows no light
      And the Masque reader is repaired and inspected
      And the round is dealt
      Then hand 1.1 holds 9S 8D
      And the dealer holds 6H TD for a total of 16
      And nothing is settled yet

  @clause:685a.12(i)
  Rule: With the right light given, the round in progress is finished

    @device:table-controller
    Scenario Outline: It <fault> after the light
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 7H 6D TC 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And the Masque reader <fault>
      Then the table may not open a round
      And nothing is settled yet
      When seat 1 hits
      Then hand 1.1 holds 5S 6D 9C
      When seat 1 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |
      And the discard rack holds 5S 6D 9C 7H TC
      And the round is over
      And the table may not open a round
      When a new round is asked for
      Then the dealer is refused a new round

      Examples: the six ways to fail
        | fault                        |
        | shows no light               |
        | shows two lights             |
        | shows a light without a card |
        | keeps a frozen light         |
        | loses its power              |
        | loses its link               |
