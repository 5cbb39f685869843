Feature: A player who asked for a card was passed over, 58 Pa. Code § 685a.12(g)
  The passed-over player chooses: he gets the card after all other players have theirs and before the
  dealer turns the hole card, or his hand is dead and his Bet goes back. The time limit does not apply
  where the hole card had been exposed under § 685a.7(h). Cards stand in the order in which they leave
  the shoe: one to each box, the upcard, a second to each box, the hole card, then draws.

  @clause:685a.12(g)
  Rule: The card after all others, or a dead hand, at the player's option

    @device:table-controller @device:shoe
    Scenario: The turn passes on, and he is asked when the others are done, before the reveal
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 9S 7H 6D 8D TC 3C
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 asks for a card
      And the dealer passes over hand 1.1
      Then hand 2.1 is offered hit
      And hand 1.1 is never offered the late card
      When seat 2 hits
      Then hand 2.1 holds 9S 8D 3C
      And hand 1.1 is never offered the late card
      When seat 2 stands
      Then hand 1.1 is offered the late card
      And hand 1.1 is offered a dead hand
      And hand 1.1 holds 5S 6D
      And the hole card is still face down

    @device:table-controller @device:shoe
    Scenario: Option 1: the late card, and the hand plays on
      Given a Down Under Blackjack table
      And the shoe is stacked with 2S 9S 7H 3D 8D TC 4C 9C
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 asks for a card
      And the dealer passes over hand 1.1
      And seat 2 stands
      And seat 1 takes the late card
      Then hand 1.1 holds 2S 3D 4C
      And the hole card is still face down
      When seat 1 hits
      Then hand 1.1 holds 2S 3D 4C 9C
      When seat 1 stands
      Then the hole card is exposed
      When the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |
        | 2.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00  |

    @device:table-controller
    Scenario: Option 1: the late card puts the hand over 21
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 9S 7H 6D 8D TC 9C
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 asks for a card
      And the dealer passes over hand 1.1
      And seat 2 stands
      And seat 1 takes the late card
      Then hand 1.1 is bust
      When the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |
        | 2.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
      And the discard rack holds TS 6D 9C 9S 8D 7H TC

    @device:table-controller
    Scenario: Option 2: the hand is dead and the Bet goes back
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 9S 7H 6D 8D TC
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 asks for a card
      And the dealer passes over hand 1.1
      And seat 2 stands
      And seat 1 calls the hand dead
      Then hand 1.1 is dead
      And hand 1.1 holds 5S 6D
      When the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
        | 2.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
      And the discard rack holds 5S 6D 9S 8D 7H TC

    @device:table-controller
    Scenario: Option 2 for the only hand: the dealer has nobody to play against
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 6H 6D TC
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 asks for a card
      And the dealer passes over hand 1.1
      Then hand 1.1 is offered the late card
      When seat 1 calls the hand dead
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
      And the hole card is still face down
      And the discard rack holds 5S 6D 6H TC
      And the round is over

    @device:table-controller
    Scenario: He has two hands by a split, and only the one passed over is dead
      Given a Down Under Blackjack table
      And the shoe is stacked with 8S 7H 8D TC 3C TD
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 splits
      And seat 1 asks for a card
      And the dealer passes over hand 1.1
      And play goes on from the shoe
      Then hand 1.2 holds 8D TD
      When seat 1 stands on hand 2
      Then hand 1.1 is offered the late card
      When seat 1 calls the hand dead
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00  |
        | 1.2  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |
      And the discard rack holds 8S 3C 8D TD 7H TC

    @clause:685a.9~double-down @device:table-controller
    Scenario: A double passed over: dead, Bet and Double Down both go back
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 9S 7H 6D 8D TC
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 asks to double
      And the dealer passes over hand 1.1
      And seat 2 stands
      And seat 1 calls the hand dead
      Then hand 1.1 is dead
      And these wagers are settled
        | hand | wager       | staked | to house | returned | won  |
        | 1.1  | Bet         | 10.00  | 0.00     | 10.00    | 0.00 |
        | 1.1  | Double Down | 10.00  | 0.00     | 10.00    | 0.00 |

    @clause:685a.9~double-down @device:table-controller @device:shoe
    Scenario: A double passed over gets its one card late and is finished
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 9S 7H 6D 8D TC 9C
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 asks to double
      And the dealer passes over hand 1.1
      And seat 2 stands
      And seat 1 takes the late card
      Then hand 1.1 holds 5S 6D 9C
      And the hole card is exposed
      When the round is settled
      Then these wagers are settled
        | hand | wager       | staked | to house | returned | won   |
        | 1.1  | Bet         | 10.00  | 0.00     | 10.00    | 10.00 |
        | 1.1  | Double Down | 10.00  | 0.00     | 10.00    | 10.00 |
        | 2.1  | Bet         | 10.00  | 0.00     | 10.00    | 0.00  |

  @clause:685a.12(g) @clause:685a.7(h)
  Rule: The hole card exposed under § 685a.7(h) does not stand in the way of the card

    @device:table-controller @device:shoe @device:masque-reader
    Scenario: Both options, although the hole card lies open
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 9S KH 6D 8D QC TC
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      Then the hole card is exposed
      When seat 1 asks for a card
      And the dealer passes over hand 1.1
      And seat 2 stands
      Then hand 1.1 is offered the late card
      And hand 1.1 is offered a dead hand
      When seat 1 takes the late card
      Then hand 1.1 holds 5S 6D TC
      When seat 1 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |
        | 2.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00  |

    @device:table-controller @device:masque-reader
    Scenario: The dead hand is there to choose too
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 9S KH 6D 8D QC
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 asks for a card
      And the dealer passes over hand 1.1
      And seat 2 stands
      And seat 1 calls the hand dead
      Then hand 1.1 is dead
      When the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
        | 2.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |

    @device:table-controller @device:masque-reader
    Scenario: Found late, with the hole card open since the light: both options
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 9S KH 6D 8D QC TC
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 asks for a card
      And the dealer passes over hand 1.1, which is only found after the reveal
      And seat 2 stands
      Then hand 1.1 is offered the late card
      And hand 1.1 is offered a dead hand
      When seat 1 takes the late card
      Then hand 1.1 holds 5S 6D TC

  @clause:685a.12(g)
  Rule: Found only after any other reveal, the hand can only be called dead

    @device:table-controller
    Scenario: No late card any more
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 9S 7H 6D 8D TC
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 asks for a card
      And the dealer passes over hand 1.1, which is only found after the reveal
      And seat 2 stands
      Then the hole card is exposed
      And hand 1.1 is offered a dead hand
      And hand 1.1 is never offered the late card
      When seat 1 calls the hand dead
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
        | 2.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
      And hand 1.1 holds 5S 6D

    @device:table-controller
    Scenario: A late card asked for after the reveal is turned down
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 9S 7H 6D 8D TC
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 asks for a card
      And the dealer passes over hand 1.1, which is only found after the reveal
      And seat 2 stands
      And seat 1 takes the late card
      Then hand 1.1 is refused late card
      And hand 1.1 holds 5S 6D
