Feature: A card drawn in error and not seen, 58 Pa. Code § 685a.12(b)
  A card that left the shoe too early, its face hidden, has harmed nobody. It stays as the next card:
  whoever is due the next draw gets it. It is neither burned nor put back. Cards stand in the order
  in which they leave the shoe: one to each box, the upcard, a second to each box, the hole card,
  then draws.

  @clause:685a.12(b)
  Rule: It is the next card: the next draw that is due gets it

    @device:shoe @device:table-controller
    Scenario: It is held, and nothing else moves
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 7H 6D TC 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And a card is drawn in error with its face hidden
      Then the shoe reports 9C lying face down
      And the card drawn in error is held as the next card
      And hand 1.1 holds 5S 6D
      And the discard rack holds nothing
      And no burn is asked for
      And hand 1.1 is never offered the exposed card

    @device:shoe @device:table-controller
    Scenario: The hand on turn asks for a card and gets it
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 7H 6D TC 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And a card is drawn in error with its face hidden
      And seat 1 hits
      Then hand 1.1 holds 5S 6D 9C
      And no card drawn in error is left
      And exactly 3 cards are called for hand 1.1
      When seat 1 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |
      And the discard rack holds 5S 6D 9C 7H TC

    @device:shoe @device:table-controller
    Scenario: The hand on turn stands, and the next one to ask gets it
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 5S 7H 8D 6D TC 9C
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      And a card is drawn in error with its face hidden
      And seat 1 stands
      Then the card drawn in error is held as the next card
      When seat 2 hits
      Then hand 2.1 holds 5S 6D 9C
      And hand 1.1 holds 9S 8D
      And no card drawn in error is left

    @device:shoe @device:table-controller
    Scenario: Everybody stands, and the dealer draws it
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 6H 9D TC 5D
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And a card is drawn in error with its face hidden
      And seat 1 stands
      And the dealer plays his hand
      Then the dealer holds 6H TC 5D for a total of 21
      And no card drawn in error is left
      And exactly 3 cards are called for the dealer
      When the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |

    @device:shoe @device:table-controller
    Scenario: A double gets it as its one card
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 7H 6D TC 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And a card is drawn in error with its face hidden
      And seat 1 doubles
      Then hand 1.1 holds 5S 6D 9C
      And no card drawn in error is left
      And the hole card is exposed

    @device:shoe @device:table-controller
    Scenario: A split hand gets it as its second card
      Given a Down Under Blackjack table
      And the shoe is stacked with 8S 7H 8D TC 3C TD
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And a card is drawn in error with its face hidden
      And seat 1 splits
      Then hand 1.1 holds 8S 3C
      And no card drawn in error is left
      When seat 1 stands
      Then hand 1.2 holds 8D TD

    @device:shoe @device:masque-reader @device:table-controller
    Scenario: Drawn before the light: the hole card is read as it lies, and the first to ask gets the card
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 7H 6D TC 9C
      And seat 1 bets 10.00
      When the round is dealt
      And a card is drawn in error with its face hidden
      Then the card drawn in error is held as the next card
      When the hole card is read
      Then the Masque reader lights yellow alone
      When seat 1 hits
      Then hand 1.1 holds 5S 6D 9C

    @device:shoe @device:table-controller
    Scenario: Two cards in error are used in the order in which they were drawn
      Given a Down Under Blackjack table
      And the shoe is stacked with 2S 7H 3D TC 4C 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And a card is drawn in error with its face hidden
      And a card is drawn in error with its face hidden
      And seat 1 hits
      Then hand 1.1 holds 2S 3D 4C
      When seat 1 hits
      Then hand 1.1 holds 2S 3D 4C 9C
      And no card drawn in error is left

    @device:shoe @device:table-controller
    Scenario: Nobody draws any more, and the next round begins with it
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 7H 9D TC 9C 6H 8D TD
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And a card is drawn in error with its face hidden
      And seat 1 stands
      And the round is settled
      Then the round is over
      And the discard rack holds TS 9D 7H TC
      And the card drawn in error is held as the next card
      When the round is dealt
      Then hand 1.1 holds 9C 8D
      And the dealer holds 6H TD for a total of 16

    @clause:685a.12(a) @device:shoe @device:table-controller
    Scenario: A card face up in the shoe comes after the held card
      Given a Down Under Blackjack table
      And the shoe is stacked with 2S 7H 3D TC 4C KH^ 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And a card is drawn in error with its face hidden
      And seat 1 hits
      And seat 1 hits
      Then hand 1.1 holds 2S 3D 4C 9C
      And the discard rack holds KH
