Feature: A card drawn in error and seen by the players, 58 Pa. Code § 685a.12(c)
  When everyone has two cards and a further card is drawn by mistake and seen, it is still the next
  card: it is offered in turn to those who may draw, then the dealer uses it if he must draw. A player
  who refuses it gets no more cards in this round; his wager stands on the hand as it is. If nobody
  can use it, it goes to the discard rack. It is never simply burned. Cards stand in the order in
  which they leave the shoe: one to each box, the upcard, a second to each box, the hole card, then
  draws.

  @clause:685a.12(c)
  Rule: It is offered to the hand on turn as the next card

    @device:shoe @device:table-controller
    Scenario: Offered, and not burned
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 9S 7H 6D 8D TC 9C
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      And a card is drawn in error and its face is seen
      Then the shoe reports 9C lying face down
      And hand 1.1 is offered the exposed card
      And hand 2.1 is never offered the exposed card
      And the discard rack holds nothing
      And no burn is asked for

    @device:shoe @device:table-controller
    Scenario: Taken by the hand on turn, which plays on
      Given a Down Under Blackjack table
      And the shoe is stacked with 2S 9S 7H 3D 8D TC 9C 6C
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      And a card is drawn in error and its face is seen
      And seat 1 accepts the card
      Then hand 1.1 holds 2S 3D 9C
      And hand 2.1 is never offered the exposed card
      And no card drawn in error is left
      When seat 1 hits
      Then hand 1.1 holds 2S 3D 9C 6C
      When seat 1 stands
      And seat 2 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |
        | 2.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00  |

    @device:shoe @device:table-controller
    Scenario: Taken, and the hand is over 21
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 9S 7H 6D 8D TC 9C
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      And a card is drawn in error and its face is seen
      And seat 1 accepts the card
      Then hand 1.1 is bust
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |
      And the discard rack holds TS 6D 9C
      And hand 2.1 is offered hit

    @device:table-controller
    Scenario: A known card is not sold as the card of a double
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 7H 6D TC 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And a card is drawn in error and its face is seen
      And seat 1 tries to double
      Then hand 1.1 is refused double
      And hand 1.1 holds 5S 6D

    @device:shoe @device:table-controller
    Scenario: A hand that has stood is not asked
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 5S 7H 8D 6D TC 9C
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 stands
      And a card is drawn in error and its face is seen
      Then hand 2.1 is offered the exposed card
      And hand 1.1 is never offered the exposed card
      When seat 2 accepts the card
      Then hand 2.1 holds 5S 6D 9C
      And hand 1.1 holds 9S 8D

    @clause:685a.10(e) @device:shoe @device:table-controller
    Scenario: A split ace that has its one card is not asked
      Given a Down Under Blackjack table
      And the shoe is stacked with AS TS 7H AD 6C TC 9H 5C 4D
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 splits
      And a card is drawn in error and its face is seen
      Then hand 2.1 is offered the exposed card
      And hand 1.1 is never offered the exposed card
      And hand 1.2 is never offered the exposed card
      When seat 2 accepts the card
      Then hand 1.1 holds AS 9H
      And hand 1.2 holds AD 5C
      And hand 2.1 holds TS 6C 4D

    @device:shoe @device:masque-reader @device:table-controller
    Scenario: Seen before the light: the hole card is read first, then the card is offered
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 7H 6D TC 9C
      And seat 1 bets 10.00
      When the round is dealt
      And a card is drawn in error and its face is seen
      And the hole card is read
      Then the Masque reader lights yellow alone
      And hand 1.1 is offered the exposed card
      When seat 1 accepts the card
      Then hand 1.1 holds 5S 6D 9C

  @clause:685a.12(c)
  Rule: A player who refuses it gets no more cards in this round

    @device:shoe @device:table-controller
    Scenario: Refused by the first player and taken by the second
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 5S 7H 6D 6C TC 9C
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      And a card is drawn in error and its face is seen
      And seat 1 refuses the card
      Then hand 1.1 is frozen
      And hand 2.1 is offered the exposed card
      When seat 2 accepts the card
      Then hand 2.1 holds 5S 6C 9C
      And hand 1.1 holds TS 6D
      When seat 2 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00  |
        | 2.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |
      And exactly 2 cards are called for hand 1.1
      And the discard rack holds TS 6D 5S 6C 9C 7H TC

    @device:table-controller
    Scenario: The refuser asks for a card later and is turned down
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 5S 7H 6D 6C TC 9C
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      And a card is drawn in error and its face is seen
      And seat 1 refuses the card
      And seat 2 accepts the card
      And seat 1 tries to hit
      Then hand 1.1 is refused hit
      And hand 1.1 holds TS 6D
      And exactly 2 cards are called for hand 1.1

    @device:table-controller
    Scenario: The refuser's wager stays, and his hand wins as it is
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 7H 8D TC 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And a card is drawn in error and its face is seen
      And seat 1 refuses the card
      Then the Bet Wager of seat 1 stays on the layout
      When the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |

    @device:shoe @device:table-controller
    Scenario: Refused by two players and taken by the third
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 9S 5S 7H 6D 8D 6C TC 9C
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      And seat 3 bets 10.00
      When the round is dealt
      And the hole card is read
      And a card is drawn in error and its face is seen
      And seat 1 refuses the card
      And seat 2 refuses the card
      And seat 3 accepts the card
      Then hand 1.1 is frozen
      And hand 2.1 is frozen
      And hand 3.1 holds 5S 6C 9C
      And exactly 2 cards are called for hand 1.1
      And exactly 2 cards are called for hand 2.1

    @device:shoe @device:table-controller
    Scenario: One hand of a split pair refuses, and the other takes it as the second card it is due
      Given a Down Under Blackjack table
      And the shoe is stacked with 8S 7H 8D TC 3C TD
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 splits
      And a card is drawn in error and its face is seen
      And seat 1 refuses the card
      Then hand 1.1 is frozen
      And hand 1.2 is offered the exposed card
      When seat 1 accepts the card on hand 2
      Then hand 1.1 holds 8S 3C
      And hand 1.2 holds 8D TD
      And hand 1.2 is offered stand
      And no card drawn in error is left

  @clause:685a.12(c)
  Rule: Refused by the players, it is the dealer's if he must draw

    @device:shoe @device:table-controller
    Scenario: The dealer has 16 and takes it as his draw
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 6H 6D TC 5D
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And a card is drawn in error and its face is seen
      And seat 1 refuses the card
      Then hand 1.1 is frozen
      And the dealer holds 6H TC 5D for a total of 21
      And no card drawn in error is left
      And exactly 3 cards are called for the dealer
      When the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |
      And the discard rack holds TS 6D 6H TC 5D

    @device:shoe @device:table-controller
    Scenario: The dealer uses it first and then draws from the shoe
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 6H 9D 5C 2D 8C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And a card is drawn in error and its face is seen
      And seat 1 refuses the card
      And the dealer plays his hand
      Then the dealer holds 6H 5C 2D 8C for a total of 21

  @clause:685a.12(c)
  Rule: Refused by the players and of no use to the dealer, it goes to the discard rack

    @device:shoe @device:table-controller
    Scenario Outline: The dealer has <total> and the card is racked before the wagers are settled
      Given a Down Under Blackjack table
      And the shoe is stacked with TS <upcard> 6D <hole> 2C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And a card is drawn in error and its face is seen
      And seat 1 refuses the card
      Then the discard rack holds 2C
      And the dealer holds <upcard> <hole> for a total of <total>
      And nothing is settled yet
      When the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |
      And the discard rack holds 2C TS 6D <upcard> <hole>
      And exactly 2 cards are called for the dealer
      And no card drawn in error is left

      Examples:
        | upcard | hole | total |
        | 7H     | TC   | 17    |
        | 6H     | AC   | 17    |
        | 8H     | TC   | 18    |
        | 9H     | TC   | 19    |

    @device:shoe @device:table-controller
    Scenario: Refused by both players, of no use to the dealer
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 9S 7H 6D 8D TC 2C
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      And a card is drawn in error and its face is seen
      And seat 1 refuses the card
      Then the discard rack holds nothing
      When seat 2 refuses the card
      Then the discard rack holds 2C
      And hand 1.1 is frozen
      And hand 2.1 is frozen

  @clause:685a.12(c)
  Rule: Before everyone has two cards it is simply dealt
    The clause speaks of the time after the first two cards; before it, the house deals the card to
    the box that is due it.

    @device:shoe @device:table-controller
    Scenario: Seen during the initial deal
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 5D 6H 8C TD 7H
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the cards are dealt until hand 2.1 is due
      And a card is drawn in error and its face is seen
      Then hand 2.1 holds 5D
      And hand 2.1 is never offered the exposed card
      When the deal goes on
      Then hand 1.1 holds 9S 8C
      And hand 2.1 holds 5D TD
      And the dealer holds 6H 7H for a total of 13
