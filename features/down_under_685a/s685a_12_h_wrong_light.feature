Feature: The Masque reader shows the wrong light, 58 Pa. Code § 685a.12(h)
  The light told the players a wrong range, or the hole card lay on the wrong spot before they acted.
  The dealer then has two ways: play goes on with the decisions already made, or the hands are dead
  and the initial Bets go back, those of players already over 21 too. Small is blue, Medium red, Large
  yellow. Cards stand in the order in which they leave the shoe: one to each box, the upcard, a second
  to each box, the hole card, then draws.

  @clause:685a.12(h)
  Rule: The wrong light is found before anyone has acted

    @device:masque-reader @device:table-controller
    Scenario Outline: A <range> hole card shown as <shown>: the dealer has two ways
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 6H 8D <hole>
      And seat 1 bets 10.00
      When the round is dealt
      And the Masque reader is made to light <shown>
      Then the Masque reader lights <shown> alone
      And the hole card is sent to the <shown> spot
      And the dealer is never offered a dead hand
      When the error is found
      Then the dealer is offered to let play go on
      And the dealer is offered a dead hand
      And the hole card is still face down
      And nothing is settled yet

      Examples: the six ways to be wrong
        | range  | hole | shown  |
        | Small  | 4C   | red    |
        | Small  | 4C   | yellow |
        | Medium | 8C   | blue   |
        | Medium | 8C   | yellow |
        | Large  | KC   | blue   |
        | Large  | KC   | red    |

    @device:table-controller
    Scenario Outline: A <range> hole card shown as <shown>: the hands are called dead
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 6H 8D <hole>
      And seat 1 bets 10.00
      When the round is dealt
      And the Masque reader is made to light <shown>
      And the error is found
      And the dealer calls the hands dead
      Then hand 1.1 is dead
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
      And no lost wager goes back
      And the discard rack holds 9S 8D 6H <hole>
      And exactly 2 cards are called for the dealer
      And the round is over

      Examples: the six ways to be wrong
        | range  | hole | shown  |
        | Small  | 4C   | red    |
        | Small  | 4C   | yellow |
        | Medium | 8C   | blue   |
        | Medium | 8C   | yellow |
        | Large  | KC   | blue   |
        | Large  | KC   | red    |

    @device:table-controller
    Scenario Outline: A <range> hole card shown as <shown>: play goes on and ends on the true cards
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 6H 8D <hole> KD
      And seat 1 bets 10.00
      When the round is dealt
      And the Masque reader is made to light <shown>
      And the error is found
      And the dealer lets play go on
      And seat 1 stands
      And the round is settled
      Then the dealer holds 6H <hole> KD for a total of <total>
      And these wagers are settled
        | hand | wager | staked | to house   | returned   | won   |
        | 1.1  | Bet   | 10.00  | <to house> | <returned> | <won> |
      And the discard rack holds 9S 8D 6H <hole> KD
      And the round is over

      Examples: the six ways to be wrong
        | range  | hole | shown  | total | to house | returned | won   |
        | Small  | 4C   | red    | 20    | 10.00    | 0.00     | 0.00  |
        | Small  | 4C   | yellow | 20    | 10.00    | 0.00     | 0.00  |
        | Medium | 8C   | blue   | 24    | 0.00     | 10.00    | 10.00 |
        | Medium | 8C   | yellow | 24    | 0.00     | 10.00    | 10.00 |
        | Large  | KC   | blue   | 26    | 0.00     | 10.00    | 10.00 |
        | Large  | KC   | red    | 26    | 0.00     | 10.00    | 10.00 |

  @clause:685a.12(h)
  Rule: The wrong light is found after players have acted: their decisions stand, or the hands are dead

    @device:table-controller
    Scenario: Found after a hit, and play goes on: the drawn card stays
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 7H 6D TC 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the Masque reader is made to light blue
      And seat 1 hits
      And the error is found
      And the dealer lets play go on
      Then hand 1.1 holds 5S 6D 9C
      When seat 1 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |

    @device:table-controller
    Scenario: Found after a hit, and the hands are dead: the Bet goes back
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 7H 6D TC 2C
      And seat 1 bets 10.00
      When the round is dealt
      And the Masque reader is made to light blue
      And seat 1 hits
      And the error is found
      And the dealer calls the hands dead
      Then hand 1.1 is dead
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
      And the discard rack holds 5S 6D 2C 7H TC
      And the round is over

    @device:table-controller
    Scenario: A hand that has stood is not asked again when play goes on
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 9S 7H 6D 8D TC
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the Masque reader is made to light blue
      And seat 1 stands
      And the error is found
      And the dealer lets play go on
      And seat 1 tries to hit
      Then hand 1.1 is refused hit
      And hand 1.1 holds 5S 6D
      When seat 2 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |
        | 2.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |

    @device:table-controller
    Scenario: Found after a hand went over 21, and the hands are dead: the lost Bet comes back too
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 9S 6H 6D 8D 4C 9C
      And seat 1 bets 10.00
      And seat 2 bets 25.00
      When the round is dealt
      And the Masque reader is made to light yellow
      And seat 1 hits
      Then hand 1.1 is bust
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |
      When the error is found
      And the dealer calls the hands dead
      Then the lost Bet Wager of hand 1.1 goes back: 10.00
      And hand 1.1 is dead
      And hand 2.1 is dead
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
        | 2.1  | Bet   | 25.00  | 0.00     | 25.00    | 0.00 |
      And the discard rack holds TS 6D 9C 9S 8D 6H 4C
      And the round is over

    @device:table-controller
    Scenario: Found after a hand went over 21, and play goes on: its Bet stays lost
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 9S 7H 6D 8D TC 9C
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the Masque reader is made to light blue
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
    Scenario: Dead hands after a double: Bet and Double Down go back
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 9S 7H 6D 8D TC 2C
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the Masque reader is made to light red
      And seat 1 doubles
      And the error is found
      And the dealer calls the hands dead
      Then these wagers are settled
        | hand | wager       | staked | to house | returned | won  |
        | 1.1  | Bet         | 10.00  | 0.00     | 10.00    | 0.00 |
        | 1.1  | Double Down | 10.00  | 0.00     | 10.00    | 0.00 |
        | 2.1  | Bet         | 10.00  | 0.00     | 10.00    | 0.00 |
      And the discard rack holds 5S 6D 2C 9S 8D 7H TC

    @clause:685a.9~double-down @device:table-controller
    Scenario: Dead hands after a double that went over 21: both lost wagers come back
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 9S 7H 4D 8D TC 9C
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the Masque reader is made to light red
      And seat 1 doubles for 6.00
      Then these wagers are settled
        | hand | wager       | staked | to house | returned | won  |
        | 1.1  | Bet         | 10.00  | 10.00    | 0.00     | 0.00 |
        | 1.1  | Double Down | 6.00   | 6.00     | 0.00     | 0.00 |
      When the error is found
      And the dealer calls the hands dead
      Then the lost Bet Wager of hand 1.1 goes back: 10.00
      And the lost Double Down Wager of hand 1.1 goes back: 6.00
      And these wagers are settled
        | hand | wager       | staked | to house | returned | won  |
        | 1.1  | Bet         | 10.00  | 0.00     | 10.00    | 0.00 |
        | 1.1  | Double Down | 6.00   | 0.00     | 6.00     | 0.00 |
        | 2.1  | Bet         | 10.00  | 0.00     | 10.00    | 0.00 |

    @clause:685a.9~double-down @device:table-controller
    Scenario: Play goes on after a double: the doubled hand wins as it is
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 9S 7H 6D 8D TC 9C
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the Masque reader is made to light red
      And seat 1 doubles
      And the error is found
      And the dealer lets play go on
      And seat 2 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager       | staked | to house | returned | won   |
        | 1.1  | Bet         | 10.00  | 0.00     | 10.00    | 10.00 |
        | 1.1  | Double Down | 10.00  | 0.00     | 10.00    | 10.00 |
        | 2.1  | Bet         | 10.00  | 0.00     | 10.00    | 0.00  |

    @clause:685a.10(a) @device:table-controller
    Scenario: Dead hands after a split: both Bets go back
      Given a Down Under Blackjack table
      And the shoe is stacked with 8S 7H 8D TC TD 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the Masque reader is made to light blue
      And seat 1 splits
      And seat 1 stands
      And the error is found
      And the dealer calls the hands dead
      Then hand 1.1 is dead
      And hand 1.2 is dead
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
        | 1.2  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
      And the discard rack holds 8S TD 8D 9C 7H TC

    @clause:685a.10(a) @device:table-controller
    Scenario: Dead hands after a split with one hand over 21: its Bet comes back too
      Given a Down Under Blackjack table
      And the shoe is stacked with 8S 7H 8D TC 6C TD 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the Masque reader is made to light blue
      And seat 1 splits
      And seat 1 hits
      Then hand 1.1 is bust
      When the error is found
      And the dealer calls the hands dead
      Then the lost Bet Wager of hand 1.1 goes back: 10.00
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
        | 1.2  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
      And the discard rack holds 8S 6C TD 8D 9C 7H TC

    @clause:685a.10(c) @device:table-controller
    Scenario: Play goes on after a split: both hands end on the true cards
      Given a Down Under Blackjack table
      And the shoe is stacked with 8S 7H 8D TC TD 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the Masque reader is made to light blue
      And seat 1 splits
      And seat 1 stands
      And the error is found
      And the dealer lets play go on
      And seat 1 stands on hand 2
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |
        | 1.2  | Bet   | 10.00  | 0.00     | 10.00    | 0.00  |

    @device:table-controller
    Scenario: Found while a card is due, and the hands are dead: no card comes any more
      Given a Down Under Blackjack table
      And the shoe is stacked with TS TD 6H 6D 6C 4C 9C
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the Masque reader is made to light yellow
      And seat 1 hits
      And seat 2 asks for a card
      And the error is found
      And the dealer calls the hands dead
      Then the lost Bet Wager of hand 1.1 goes back: 10.00
      And hand 2.1 holds TD 6C
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
        | 2.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
      And the round is over

  @clause:685a.12(h)
  Rule: The wrong light is found only when the hole card is turned

    @device:table-controller
    Scenario Outline: A <range> hole card shown as <shown>: the choice comes right after the reveal
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 6H 8D <hole>
      And seat 1 bets 10.00
      When the round is dealt
      And the Masque reader is made to light <shown>
      And seat 1 stands
      Then the hole card is exposed
      And the dealer is offered to let play go on
      And the dealer is offered a dead hand
      And exactly 2 cards are called for the dealer
      And nothing is settled yet

      Examples: the six ways to be wrong
        | range  | hole | shown  |
        | Small  | 4C   | red    |
        | Small  | 4C   | yellow |
        | Medium | 8C   | blue   |
        | Medium | 8C   | yellow |
        | Large  | KC   | blue   |
        | Large  | KC   | red    |

    @device:table-controller
    Scenario: Found at the reveal, and the hands are dead
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S TS 6H 8D 6D 4C 9C
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the Masque reader is made to light red
      And seat 1 stands
      And seat 2 hits
      Then hand 2.1 is bust
      And the hole card is exposed
      When the dealer calls the hands dead
      Then the lost Bet Wager of hand 2.1 goes back: 10.00
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
        | 2.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
      And the discard rack holds TS 6D 9C 9S 8D 6H 4C
      And the round is over

    @device:table-controller
    Scenario: Found at the reveal, and play goes on: the dealer draws
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 6H 8D TC 5D
      And seat 1 bets 10.00
      When the round is dealt
      And the Masque reader is made to light blue
      And seat 1 stands
      And the dealer lets play go on
      And the round is settled
      Then the dealer holds 6H TC 5D for a total of 21
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |

  @clause:685a.12(h) @clause:685a.7(h)
  Rule: A wrong light under a Large upcard

    @device:table-controller
    Scenario Outline: A <hole> shown as yellow is exposed at once, and the error with it
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S KH 8D <hole>
      And seat 1 bets 10.00
      When the round is dealt
      And the Masque reader is made to light yellow
      Then the hole card is exposed
      And the dealer is offered to let play go on
      And the dealer is offered a dead hand
      And hand 1.1 is never offered hit
      When the dealer calls the hands dead
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
      And the discard rack holds 9S 8D KH <hole>
      And the round is over

      Examples:
        | hole |
        | 4C   |
        | 8C   |

    @device:table-controller
    Scenario: Exposed by a wrong light, and play goes on with the hole card open
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S KH 8D 4C 5D
      And seat 1 bets 10.00
      When the round is dealt
      And the Masque reader is made to light yellow
      And the dealer lets play go on
      Then hand 1.1 is offered hit
      When seat 1 stands
      And the round is settled
      Then the dealer holds KH 4C 5D for a total of 19
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |

    @device:table-controller
    Scenario Outline: A dealer Blackjack hidden by a <shown> light comes to light at the reveal
      Given a Down Under Blackjack table
      And the shoe is stacked with TS KH 9D AC
      And seat 1 bets 10.00
      When the round is dealt
      And the Masque reader is made to light <shown>
      Then the hole card is still face down
      And hand 1.1 is offered hit
      When seat 1 stands
      Then the hole card is exposed
      And the dealer is offered a dead hand
      When the dealer calls the hands dead
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
      And the round is over

      Examples:
        | shown |
        | blue  |
        | red   |

    @device:table-controller
    Scenario: A hidden dealer Blackjack wins where the dealer lets play go on
      Given a Down Under Blackjack table
      And the shoe is stacked with TS KH 9D AC
      And seat 1 bets 10.00
      When the round is dealt
      And the Masque reader is made to light red
      And seat 1 stands
      And the dealer lets play go on
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |

  @clause:685a.12(h)
  Rule: With the right light there is no choice to make

    @device:masque-reader @device:table-controller
    Scenario Outline: The right light, <colour>, and an ordinary end
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S <upcard> 8D <hole>
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      Then the Masque reader lights <colour> alone
      When seat 1 stands
      And the round is settled
      Then the dealer is never offered a dead hand
      And no lost wager goes back
      And hand 1.1 holds 9S 8D
      And the round is over

      Examples:
        | upcard | hole | colour |
        | TH     | 8C   | red    |
        | 7H     | TC   | yellow |
        | KH     | QC   | yellow |
