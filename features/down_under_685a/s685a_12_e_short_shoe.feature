Feature: The shoe runs out in mid-round, 58 Pa. Code § 685a.12(e)
  When the cards in the shoe do not suffice to finish the round, all cards of the discard rack are
  shuffled and cut, the first of them goes face down to the rack, and the round is finished from where
  it stood. Nothing is dealt anew, and the cards on the table stay there. Cards stand in the order in
  which they leave the shoe: one to each box, the upcard, a second to each box, the hole card, then
  draws.

  @clause:685a.12(e) @clause:685a.5~mid-round
  Rule: The whole discard rack is shuffled and cut, one card is burned, and the round goes on

    @device:shoe @device:table-controller
    Scenario Outline: Empty when <due> is due
      Given a Down Under Blackjack table
      And the discard rack already holds <rack>
      And the shoe is stacked with <shoe>
      And seat 1 bets 10.00
      When the round is dealt
      And the shoe runs out
      Then the shoe reports that it is empty
      And a reshuffle of the discard rack is asked for
      And the round is not over
      When the discard rack is shuffled and cut into <refill>
      Then a burn is asked for
      When the first card is burned
      Then the shoe reports 2C lying face down
      And the discard rack holds 2C
      When the deal goes on
      Then hand 1.1 holds 9S 8D
      And the dealer holds 6H TC for a total of 16
      And nothing is settled yet

      Examples: in the initial deal
        | due             | rack           | shoe     | refill         |
        | the upcard      | TC 8D 2C 6H 3C | 9S       | 2C 6H 8D TC 3C |
        | the second card | TC 8D 2C 3C    | 9S 6H    | 2C 8D TC 3C    |
        | the hole card   | TC 2C 3C       | 9S 6H 8D | 2C TC 3C       |

    @device:shoe @device:table-controller
    Scenario: Empty when a player has asked for a card
      Given a Down Under Blackjack table
      And the discard rack already holds 9C 2C 4D
      And the shoe is stacked with 5S 7H 6D TC
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 hits
      And the shoe runs out
      Then a reshuffle of the discard rack is asked for
      And hand 1.1 holds 5S 6D
      When the discard rack is shuffled and cut into 4D 9C 2C
      And the first card is burned
      Then the discard rack holds 4D
      And the next card goes to hand 1.1, face up
      When play goes on from the shoe
      Then hand 1.1 holds 5S 6D 9C
      When seat 1 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |
      And the discard rack holds 4D 5S 6D 9C 7H TC

    @device:shoe @device:table-controller
    Scenario: Empty when a double is due its one card
      Given a Down Under Blackjack table
      And the discard rack already holds 9C 2C
      And the shoe is stacked with 5S 7H 6D TC
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 doubles
      And the shoe runs out
      And the discard rack is shuffled and cut into 2C 9C
      And the first card is burned
      And play goes on from the shoe
      Then hand 1.1 holds 5S 6D 9C
      When the round is settled
      Then these wagers are settled
        | hand | wager       | staked | to house | returned | won   |
        | 1.1  | Bet         | 10.00  | 0.00     | 10.00    | 10.00 |
        | 1.1  | Double Down | 10.00  | 0.00     | 10.00    | 10.00 |
      And the discard rack holds 2C 5S 6D 9C 7H TC

    @device:shoe @device:table-controller
    Scenario: Empty when the second hand of a split is due its card
      Given a Down Under Blackjack table
      And the discard rack already holds 9C 2C
      And the shoe is stacked with 8S 7H 8D TC TD
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 splits
      And seat 1 stands
      And the shoe runs out
      And the discard rack is shuffled and cut into 2C 9C
      And the first card is burned
      And play goes on from the shoe
      Then hand 1.1 holds 8S TD
      And hand 1.2 holds 8D 9C

    @device:shoe @device:table-controller
    Scenario: Empty when the dealer draws
      Given a Down Under Blackjack table
      And the discard rack already holds 5D 2C 3C
      And the shoe is stacked with 9S 6H 9D TC
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 stands
      And the shoe runs out
      Then the dealer holds 6H TC for a total of 16
      And a reshuffle of the discard rack is asked for
      When the discard rack is shuffled and cut into 2C 5D 3C
      And the first card is burned
      Then the next card goes to the dealer
      When the dealer plays his hand
      Then the dealer holds 6H TC 5D for a total of 21
      When the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |
      And the discard rack holds 2C 9S 9D 6H TC 5D

    @device:shoe @device:table-controller
    Scenario: The cards of a hand already taken in this round are shuffled in, those on the table are not
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 5S 7H 6D 6C TC 9C
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 hits
      Then the discard rack holds TS 6D 9C
      When seat 2 hits
      And the shoe runs out
      And the discard rack is shuffled and cut into 6D TS 9C
      And the first card is burned
      Then the discard rack holds 6D
      When play goes on from the shoe
      Then hand 2.1 holds 5S 6C TS
      And the dealer holds 7H TC for a total of 17
      When seat 2 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00  |
        | 2.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |
      And the discard rack holds 6D 5S 6C TS 7H TC

    @clause:685a.12(a) @device:shoe @device:table-controller
    Scenario: A card taken out because it lay face up may come back only with the reshuffle
      Given a Down Under Blackjack table
      And the discard rack already holds 2C
      And the shoe is stacked with 5S 7H 9C^ 6D TC
      And seat 1 bets 10.00
      When the round is dealt
      Then the discard rack holds 2C 9C
      When the hole card is read
      And seat 1 hits
      And the shoe runs out
      And the discard rack is shuffled and cut into 2C 9C
      And the first card is burned
      And play goes on from the shoe
      Then hand 1.1 holds 5S 6D 9C
      And the discard rack holds 2C

    @device:table-controller
    Scenario: A shoe that just suffices is not refilled
      Given a Down Under Blackjack table
      And the discard rack already holds 2C 3C
      And the shoe is stacked with TS 7H 9D TC
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 stands
      And the round is settled
      Then no reshuffle is asked for
      And no burn is asked for
      And the discard rack holds 2C 3C TS 9D 7H TC
      And the round is over

  @clause:685a.12(e)
  Rule: Where the rack does not suffice either, the round is void, by house rule
    The clause knows only one refill. If that runs out too, nobody can finish the round, and the house
    gives the wagers back.

    @device:shoe @device:table-controller
    Scenario: The refilled shoe runs out as well
      Given a Down Under Blackjack table
      And the discard rack already holds 4C 2C
      And the shoe is stacked with 2S 7H 3D TC
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 hits
      And the shoe runs out
      And the discard rack is shuffled and cut into 2C 4C
      And the first card is burned
      And play goes on from the shoe
      Then hand 1.1 holds 2S 3D 4C
      When seat 1 hits
      And the shoe runs out
      Then hand 1.1 is dead
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
      And the discard rack holds 2C 2S 3D 4C 7H TC
      And the round is over
