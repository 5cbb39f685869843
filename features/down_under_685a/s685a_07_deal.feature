Feature: Dealing the cards, 58 Pa. Code § 685a.7(a) to (e)
  All cards come from the shoe. After the wagers they go, clockwise from the dealer's far left: one
  face up to each box with a Bet, one face up to the dealer, a second face up to each box, and a
  second, face down, to the dealer. Each batch begins with a card taken to the discard rack, and
  once the cover card has come out, the round is finished and all cards are shuffled.

  @clause:685a.7(a) @clause:685a.7(c)
  Rule: The first card of a batch, and one card for a new dealer, goes to the discard rack

    @device:shoe @device:table-controller
    Scenario: A full batch begins with a burn
      Given a Down Under Blackjack table
      And seat 1 bets 10.00
      When a full batch is put in the shoe as 2C 9S 6H 8D TC
      Then a burn is asked for
      When the first card is burned
      Then the shoe reports 2C lying face down
      And the discard rack holds 2C
      When the round is dealt
      Then hand 1.1 holds 9S 8D
      And the dealer holds 6H TC for a total of 16
      And the discard rack holds 2C

    @device:shoe @device:table-controller
    Scenario: A new dealer takes one card to the rack before he deals
      Given a Down Under Blackjack table
      And the shoe is stacked with 2C 9S 6H 8D TC
      And seat 1 bets 10.00
      When the first card is burned
      Then the discard rack holds 2C
      When the round is dealt
      Then hand 1.1 holds 9S 8D
      And the dealer holds 6H TC for a total of 16

  @clause:685a.7(e)
  Rule: The order of the deal, clockwise from the dealer's far left

    @clause:685a.7(e)(1) @device:shoe @device:table-controller
    Scenario: First one card face up to each box with a Bet, the empty box left out
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 5D 6H 8C TD 7H
      And seat 1 bets 10.00
      And seat 3 bets 10.00
      When the round opens
      Then the next card goes to hand 1.1, face up
      When the cards are dealt until hand 3.1 is due
      Then the next card goes to hand 3.1, face up
      When the cards are dealt until the dealer is due
      Then hand 1.1 holds 9S
      And hand 3.1 holds 5D
      And exactly no cards are called for hand 2.1

    @clause:685a.7(e)(2) @device:shoe @device:table-controller
    Scenario: Then one card face up to the dealer
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 5D 6H 8C TD 7H
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the cards are dealt until the dealer is due
      Then the next card goes to the dealer, face up
      When the cards are dealt until hand 1.1 is due
      Then the dealer holds 6H for a total of 6
      And the shoe reports 6H lying face down

    @clause:685a.7(e)(3) @device:shoe @device:table-controller
    Scenario: Then a second card face up to each box
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 5D 6H 8C TD 7H
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the cards are dealt until the dealer is due
      And the cards are dealt until hand 1.1 is due
      Then the next card goes to hand 1.1, face up
      When the cards are dealt until hand 2.1 is due
      Then the next card goes to hand 2.1, face up
      When the cards are dealt until the dealer is due
      Then hand 1.1 holds 9S 8C
      And hand 2.1 holds 5D TD

    @clause:685a.7(e)(4) @device:shoe @device:table-controller
    Scenario: Last a card face down to the dealer, and nothing more before the light
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 5D 6H 8C TD 7H
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the cards are dealt until the dealer is due
      And the cards are dealt until hand 1.1 is due
      And the cards are dealt until the dealer is due
      Then the next card goes to the dealer, face down
      When the round is dealt
      Then the dealer holds 6H 7H for a total of 13
      And the hole card is still face down
      And hand 1.1 is never offered hit

    @clause:685a.7(e)(1) @clause:685a.7(e)(2) @clause:685a.7(e)(3) @clause:685a.7(e)(4) @device:shoe
    Scenario: Every rank in one deal, each card told as what it is
      Given a Down Under Blackjack table
      And the shoe is stacked with AS 2H 3D 4C 5S 6H 7D 8C 9S TH JD QC KS AH
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      And seat 3 bets 10.00
      And seat 4 bets 10.00
      And seat 5 bets 10.00
      And seat 6 bets 10.00
      When the round is dealt
      Then hand 1.1 holds AS 8C
      And hand 2.1 holds 2H 9S
      And hand 3.1 holds 3D TH
      And hand 4.1 holds 4C JD
      And hand 5.1 holds 5S QC
      And hand 6.1 holds 6H KS
      And the dealer holds 7D AH for a total of 18
      And the shoe reports AS lying face down
      And the shoe reports 2H lying face down
      And the shoe reports 3D lying face down
      And the shoe reports 4C lying face down
      And the shoe reports 5S lying face down
      And the shoe reports 6H lying face down
      And the shoe reports 7D lying face down
      And the shoe reports 8C lying face down
      And the shoe reports 9S lying face down
      And the shoe reports TH lying face down
      And the shoe reports JD lying face down
      And the shoe reports QC lying face down
      And the shoe reports KS lying face down
      And the shoe reports AH lying face down

  @clause:685a.7(d)
  Rule: The cover card: the round is finished, then everything is shuffled

    @device:shoe @device:table-controller
    Scenario: The cover card comes out while a player draws
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 7H 6D TC cover 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 hits
      Then the shoe reports the cover card
      And hand 1.1 holds 5S 6D 9C
      And no reshuffle is asked for
      When seat 1 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |
      And the discard rack holds 5S 6D 9C 7H TC
      And the round is over
      And a reshuffle of the shoe is asked for

    @device:shoe @device:table-controller
    Scenario Outline: The cover card comes out before <before> of the initial deal
      Given a Down Under Blackjack table
      And the shoe is stacked with <shoe>
      And seat 1 bets 10.00
      When the round is dealt
      Then the shoe reports the cover card
      And hand 1.1 holds TS 9D
      And the dealer holds 7H TC for a total of 17
      When the hole card is read
      And seat 1 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |
      And the round is over
      And a reshuffle of the shoe is asked for

      Examples:
        | before          | shoe              |
        | the first card  | cover TS 7H 9D TC |
        | the upcard      | TS cover 7H 9D TC |
        | the second card | TS 7H cover 9D TC |
        | the hole card   | TS 7H 9D cover TC |

    @device:shoe @device:table-controller
    Scenario: The cover card comes out while the dealer draws
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 6H 9D TC cover 5D
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 stands
      And the round is settled
      Then the shoe reports the cover card
      And the dealer holds 6H TC 5D for a total of 21
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |
      And a reshuffle of the shoe is asked for

    @clause:685a.7(d)(1) @clause:685a.7(d)(2) @device:shoe @device:shuffler @device:table-controller
    Scenario: After the cover card's round all six decks are shuffled, none missing, and one is burned
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 7H 9D cover TC
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 stands
      And the round is settled
      Then a reshuffle of the shoe is asked for
      When the shuffler starts a cycle on a batch of 6 decks
      And the cycle is completed
      Then the shuffler releases a batch of 312 cards
      When a full batch is put in the shoe as 2C 9S 6H 8D TC
      And the first card is burned
      And the round is dealt
      Then hand 1.1 holds 9S 8D
      And the discard rack holds 2C
