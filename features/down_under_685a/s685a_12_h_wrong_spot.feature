Feature: The hole card on the wrong spot, 58 Pa. Code § 685a.12(h)
  The light was right, but the dealer laid the hole card on the spot of another colour before the
  players acted. The remedy is the same as for a wrong light: play goes on with the decisions already
  made, or the hands are dead and the initial Bets go back, those of players over 21 too. Cards stand
  in the order in which they leave the shoe: one to each box, the upcard, a second to each box, the
  hole card, then draws.

  @clause:685a.12(h) @clause:685a.2~spots
  Rule: The same choice as after a wrong light

    @device:masque-reader @device:table-controller
    Scenario Outline: A <range> hole card laid on <spot>, found before anyone acts
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 6H 8D <hole>
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      Then the Masque reader lights <colour> alone
      And the hole card is sent to the <colour> spot
      When the dealer lays the hole card on the <spot> spot
      And the error is found
      Then the dealer is offered to let play go on
      And the dealer is offered a dead hand
      When the dealer calls the hands dead
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
      And the discard rack holds 9S 8D 6H <hole>
      And the round is over

      Examples: the six ways to be wrong
        | range  | hole | colour | spot   |
        | Small  | 4C   | blue   | red    |
        | Small  | 4C   | blue   | yellow |
        | Medium | 8C   | red    | blue   |
        | Medium | 8C   | red    | yellow |
        | Large  | KC   | yellow | blue   |
        | Large  | KC   | yellow | red    |

    @device:table-controller
    Scenario Outline: A <range> hole card laid on <spot>, found only when it is turned
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 6H 8D <hole> KD
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And the dealer lays the hole card on the <spot> spot
      And seat 1 stands
      Then the hole card is exposed
      And the dealer is offered a dead hand
      And nothing is settled yet
      When the dealer lets play go on
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house   | returned   | won   |
        | 1.1  | Bet   | 10.00  | <to house> | <returned> | <won> |

      Examples: the six ways to be wrong, with a dealer 20, 24 or 26
        | range  | hole | spot   | to house | returned | won   |
        | Small  | 4C   | red    | 10.00    | 0.00     | 0.00  |
        | Small  | 4C   | yellow | 10.00    | 0.00     | 0.00  |
        | Medium | 8C   | blue   | 0.00     | 10.00    | 10.00 |
        | Medium | 8C   | yellow | 0.00     | 10.00    | 10.00 |
        | Large  | KC   | blue   | 0.00     | 10.00    | 10.00 |
        | Large  | KC   | red    | 0.00     | 10.00    | 10.00 |

    @device:table-controller
    Scenario: Wrong spot found after a hand went over 21, and the hands are dead: the lost Bet comes back too
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 9S 6H 6D 8D 4C 9C
      And seat 1 bets 10.00
      And seat 2 bets 25.00
      When the round is dealt
      And the hole card is read
      And the dealer lays the hole card on the yellow spot
      And seat 1 hits
      And the error is found
      And the dealer calls the hands dead
      Then the lost Bet Wager of hand 1.1 goes back: 10.00
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
        | 2.1  | Bet   | 25.00  | 0.00     | 25.00    | 0.00 |
      And the discard rack holds TS 6D 9C 9S 8D 6H 4C

    @device:table-controller
    Scenario: Wrong spot found after a hand went over 21, and play goes on: its Bet stays lost
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 9S 7H 6D 8D TC 9C
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      And the dealer lays the hole card on the blue spot
      And seat 1 hits
      And the error is found
      And the dealer lets play go on
      And seat 2 stands
      And the round is settled
      Then no lost wager goes back
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |
        | 2.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |

    @clause:685a.9~double-down @device:table-controller
    Scenario: Wrong spot found after a double, and the hands are dead: Bet and Double Down go back
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 9S 7H 6D 8D TC 2C
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      And the dealer lays the hole card on the red spot
      And seat 1 doubles
      And the error is found
      And the dealer calls the hands dead
      Then these wagers are settled
        | hand | wager       | staked | to house | returned | won  |
        | 1.1  | Bet         | 10.00  | 0.00     | 10.00    | 0.00 |
        | 1.1  | Double Down | 10.00  | 0.00     | 10.00    | 0.00 |
        | 2.1  | Bet         | 10.00  | 0.00     | 10.00    | 0.00 |

    @clause:685a.10(a) @device:table-controller
    Scenario: Wrong spot found after a split, and the hands are dead: both Bets go back
      Given a Down Under Blackjack table
      And the shoe is stacked with 8S 7H 8D TC TD 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And the dealer lays the hole card on the red spot
      And seat 1 splits
      And seat 1 stands
      And the error is found
      And the dealer calls the hands dead
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
        | 1.2  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
