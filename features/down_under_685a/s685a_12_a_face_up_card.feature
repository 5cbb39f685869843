Feature: A card lying face up in the shoe, 58 Pa. Code § 685a.12(a)
  Whoever could see a card before it was dealt must not profit from it: such a card is not used in
  this round. It goes to the discard rack, and the next card takes its place. Cards stand in the
  order in which they leave the shoe: one to each box, the upcard, a second to each box, the hole
  card, then draws; a card marked ^ lies face up in the shoe.

  @clause:685a.12(a)
  Rule: Not used in this round: to the discard rack, and the next card in its place

    @device:shoe @device:table-controller
    Scenario Outline: Face up in place of <due>
      Given a Down Under Blackjack table
      And the shoe is stacked with <shoe>
      And seat 1 bets 10.00
      When the round is dealt
      Then the shoe reports 2C lying face up
      And the discard rack holds 2C
      And hand 1.1 holds 9S 8D
      And the dealer holds 6H 7H for a total of 13
      And nothing is settled yet

      Examples: in the initial deal
        | due             | shoe            |
        | the first card  | 2C^ 9S 6H 8D 7H |
        | the upcard      | 9S 2C^ 6H 8D 7H |
        | the second card | 9S 6H 2C^ 8D 7H |
        | the hole card   | 9S 6H 8D 2C^ 7H |

    @device:masque-reader @device:table-controller
    Scenario: Face up in place of the hole card: the card after it is read and stays covered
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 6H 8D 2C^ 7H
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      Then the Masque reader lights red alone
      And the hole card is still face down

    @device:shoe @device:table-controller
    Scenario: Face up in place of a card for the second box
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 2C^ 5D 6H 8D TD 7H
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      Then hand 1.1 holds 9S 8D
      And hand 2.1 holds 5D TD
      And the discard rack holds 2C

    @device:shoe @device:table-controller
    Scenario: Face up when a player has asked for a card
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 7H 6D TC TH^ 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 hits
      Then the shoe reports TH lying face up
      And the discard rack holds TH
      And hand 1.1 holds 5S 6D 9C
      When seat 1 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |
      And the discard rack holds TH 5S 6D 9C 7H TC

    @device:shoe @device:table-controller
    Scenario: A card that would have put the player over 21 does him no harm
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 7H 6D TC KH^ 5C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 hits
      Then hand 1.1 holds TS 6D 5C
      And hand 1.1 is live
      And nothing is settled yet

    @device:shoe @device:table-controller
    Scenario: Face up in place of the one card of a double
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 7H 6D TC TH^ 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 doubles
      Then hand 1.1 holds 5S 6D 9C
      And the discard rack holds TH
      When the round is settled
      Then these wagers are settled
        | hand | wager       | staked | to house | returned | won   |
        | 1.1  | Bet         | 10.00  | 0.00     | 10.00    | 10.00 |
        | 1.1  | Double Down | 10.00  | 0.00     | 10.00    | 10.00 |

    @device:shoe @device:table-controller
    Scenario: Face up in place of the second card of a split hand
      Given a Down Under Blackjack table
      And the shoe is stacked with 8S 7H 8D TC 3H^ TD 2H^ 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 splits
      Then hand 1.1 holds 8S TD
      When seat 1 stands
      Then hand 1.2 holds 8D 9C
      And the discard rack holds 3H 2H

    @device:shoe @device:table-controller
    Scenario: Face up when the dealer draws
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 6H 9D TC 2C^ 5D
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 stands
      And the dealer plays his hand
      Then the dealer holds 6H TC 5D for a total of 21
      And the discard rack holds 2C
      When the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |
      And the discard rack holds 2C 9S 9D 6H TC 5D

    @device:shoe @device:table-controller
    Scenario: Two cards face up, one after the other
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 7H 6D TC TH^ KH^ 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 hits
      Then hand 1.1 holds 5S 6D 9C
      And the discard rack holds TH KH

    @device:shoe @device:table-controller
    Scenario: Two cards face up in one round, in the deal and in the dealer's turn
      Given a Down Under Blackjack table
      And the shoe is stacked with 3C^ 9S 6H 9D TC 2C^ 5D
      And seat 1 bets 10.00
      When the round is dealt
      Then the discard rack holds 3C
      When the hole card is read
      And seat 1 stands
      And the dealer plays his hand
      Then the dealer holds 6H TC 5D for a total of 21
      And the discard rack holds 3C 2C

    @clause:685a.7(d) @device:shoe @device:table-controller
    Scenario: Face up right behind the cover card
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 7H 6D TC cover TH^ 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 hits
      Then the shoe reports the cover card
      And the shoe reports TH lying face up
      And hand 1.1 holds 5S 6D 9C
      And the discard rack holds TH
