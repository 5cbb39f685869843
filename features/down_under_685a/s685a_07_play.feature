Feature: The players' and the dealer's turns, 58 Pa. Code § 685a.7
  After the light the players act in turn: they stand, draw, double or split; this game has no
  surrender. Then the dealer turns the hole card, draws to 16 and stands on 17 and over. Cards stand
  in the order in which they leave the shoe: one to each box, the upcard, a second to each box, the
  hole card, then draws (players, then dealer).

  @clause:685a.7~act
  Rule: The players act one after the other, from the dealer's left

    @device:table-controller
    Scenario: Seat 1 decides first, and seat 2 is not heard before
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 9S 7H 6D 8D TC
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      Then hand 1.1 is offered hit
      And hand 1.1 is offered stand
      And hand 1.1 is offered double
      And hand 2.1 is never offered hit
      When seat 2 tries to hit
      Then hand 2.1 is refused hit
      When seat 1 stands
      Then hand 2.1 is offered hit

    @device:table-controller @device:shoe
    Scenario: A player may draw as often as his total is not over 21
      Given a Down Under Blackjack table
      And the shoe is stacked with 2S 7H 3D TC 4C 5C 6C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 hits
      And seat 1 hits
      And seat 1 hits
      Then hand 1.1 holds 2S 3D 4C 5C 6C
      And exactly 5 cards are called for hand 1.1
      When seat 1 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |

    @clause:685a.7~no-surrender @device:table-controller
    Scenario: There is no surrender in this game
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 9H 6D KC
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      Then hand 1.1 is never offered surrender
      When seat 1 tries to surrender
      Then hand 1.1 is refused surrender
      And nothing is settled yet

  @clause:685a.7~bust
  Rule: A hand over 21 loses at once

    @device:table-controller @device:shoe
    Scenario: Over 21: the Bet is lost and the cards are taken before the next player acts
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 9S 7H 6D 8D TC 9C
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 hits
      Then hand 1.1 is bust
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |
      And the discard rack holds TS 6D 9C
      And hand 2.1 is offered stand

    @device:table-controller
    Scenario: With every hand over 21 the dealer neither turns nor draws a card
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 6H 6D TC 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 hits
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |
      And the hole card is still face down
      And exactly 2 cards are called for the dealer
      And the discard rack holds TS 6D 9C 6H TC
      And the round is over

  @clause:685a.7~dealer-draw
  Rule: The dealer turns the hole card, draws to 16 and stands on 17

    @device:table-controller @device:shoe
    Scenario: Turned only after the last player has stood
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 5S 7H 8D 6D TC
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 stands
      Then the hole card is still face down
      When seat 2 stands
      Then the hole card is exposed
      And the dealer holds 7H TC for a total of 17
      And exactly 2 cards are called for the dealer

    @device:table-controller @device:shoe
    Scenario: A 16 draws one card, a 17 made so stands
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 6H 9D 5C 5D AC
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 stands
      And the dealer plays his hand
      Then the dealer holds 6H 5C 5D AC for a total of 17
      And exactly 4 cards are called for the dealer
      When the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |
      And the discard rack holds 9S 9D 6H 5C 5D AC

    @device:table-controller @device:shoe
    Scenario: A soft 17 stands where the house has not said otherwise
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 6H 9D AC
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 stands
      And the round is settled
      Then the dealer holds 6H AC for a total of 17
      And these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |

    @device:table-controller @device:shoe
    Scenario: A soft 17 draws under the house rule that says so
      Given a Down Under Blackjack table
      And the house rule dealer_soft_17 is "hit"
      And the shoe is stacked with 9S 6H 9D AC 4D
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 stands
      And the round is settled
      Then the dealer holds 6H AC 4D for a total of 21
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |

    @device:table-controller
    Scenario: A dealer over 22 loses to every hand that is left
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 6H 2D TC 7D
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 stands
      And the round is settled
      Then the dealer holds 6H TC 7D for a total of 23
      And these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |

  @clause:685a.7~compare @clause:685a.11~bet
  Rule: The higher total wins, equal totals push

    @device:table-controller
    Scenario Outline: <first> and <second> against the dealer's 17: the house takes <to house>, the player wins <won>
      Given a Down Under Blackjack table
      And the shoe is stacked with <first> 7H <second> TC
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house   | returned   | won   |
        | 1.1  | Bet   | 10.00  | <to house> | <returned> | <won> |
      And the round is over

      Examples:
        | first | second | to house | returned | won   |
        | TS    | 6D     | 10.00    | 0.00     | 0.00  |
        | TS    | 7D     | 0.00     | 10.00    | 0.00  |
        | TS    | 8D     | 0.00     | 10.00    | 10.00 |
        | AS    | 7D     | 0.00     | 10.00    | 10.00 |

  @clause:685a.7~push-22
  Rule: A dealer 22 pushes, but a 21 and two first cards that are both Large win

    @device:table-controller
    Scenario Outline: Dealer 22 against <first> and <second>
      Given a Down Under Blackjack table
      And the shoe is stacked with <first> 6H <second> TC 6S
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 stands
      And the round is settled
      Then the dealer holds 6H TC 6S for a total of 22
      And these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | <won> |

      Examples: a push
        | first | second | won  |
        | TS    | 2D     | 0.00 |
        | 9S    | 8D     | 0.00 |
        | KS    | 9D     | 0.00 |
        | AS    | 9D     | 0.00 |

      Examples: two Large cards
        | first | second | won   |
        | KS    | QD     | 10.00 |
        | TS    | JD     | 10.00 |
        | AS    | AD     | 10.00 |

    @device:table-controller
    Scenario: Dealer 22 against a 21 in three cards
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 6H 6D TC TD 6S
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 hits
      And seat 1 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |

    @device:table-controller
    Scenario: Dealer 22 against a 20 in three cards
      Given a Down Under Blackjack table
      And the shoe is stacked with KS 6H 4D TC 6C 6S
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 hits
      And seat 1 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |

    @clause:685a.9~double-down @device:table-controller
    Scenario Outline: Dealer 22 against a doubled 11 that got a <card>
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 6H 6D TC <card> 6S
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 doubles
      And the round is settled
      Then these wagers are settled
        | hand | wager       | staked | to house | returned | won   |
        | 1.1  | Bet         | 10.00  | 0.00     | 10.00    | <won> |
        | 1.1  | Double Down | 10.00  | 0.00     | 10.00    | <won> |

      Examples:
        | card | won   |
        | 8C   | 0.00  |
        | TD   | 10.00 |

    @clause:685a.10(c) @device:table-controller
    Scenario: Dealer 22 against split kings: a 20 pushes, a 21 wins
      Given a Down Under Blackjack table
      And the shoe is stacked with KS 6H KD TC QC AC 6S
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 splits
      And seat 1 stands
      And seat 1 stands on hand 2
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00  |
        | 1.2  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |

    @device:table-controller
    Scenario: Where the house treats 22 as any bust, a 17 wins
      Given a Down Under Blackjack table
      And the house rule dealer_22 is "bust"
      And the shoe is stacked with 9S 6H 8D TC 6S
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |

  @clause:685a.9~double-down
  Rule: A double on the first two cards brings one card and ends the hand

    @device:table-controller @device:shoe
    Scenario: Doubled 11, one card, both wagers win
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 7H 6D TC 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 doubles
      Then exactly 3 cards are called for hand 1.1
      And the hole card is exposed
      When the round is settled
      Then these wagers are settled
        | hand | wager       | staked | to house | returned | won   |
        | 1.1  | Bet         | 10.00  | 0.00     | 10.00    | 10.00 |
        | 1.1  | Double Down | 10.00  | 0.00     | 10.00    | 10.00 |

    @device:table-controller
    Scenario: Doubled for less
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 7H 6D TC 5C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 doubles for 4.00
      And the round is settled
      Then these wagers are settled
        | hand | wager       | staked | to house | returned | won  |
        | 1.1  | Bet         | 10.00  | 10.00    | 0.00     | 0.00 |
        | 1.1  | Double Down | 4.00   | 4.00     | 0.00     | 0.00 |

    @device:table-controller
    Scenario: Doubling for more than the Bet is refused
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 7H 6D TC
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 doubles for 10.50
      Then hand 1.1 is refused double
      And hand 1.1 holds 5S 6D

    @device:table-controller
    Scenario: No double on three cards
      Given a Down Under Blackjack table
      And the shoe is stacked with 2S 7H 3D TC 6C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 hits
      And seat 1 tries to double
      Then hand 1.1 is refused double
      And hand 1.1 holds 2S 3D 6C

  @clause:685a.8~insurance @clause:685a.11~insurance
  Rule: Insurance is offered under an ace, before the light, and settled on its own

    @device:table-controller
    Scenario Outline: Insurance wins 2 to 1 against an ace over <hole>
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S AH 8D <hole>
      And seat 1 bets 10.00
      When the round is dealt
      Then hand 1.1 is offered insurance
      When seat 1 insures for 5.00
      And the hole card is read
      Then these wagers are settled
        | hand | wager     | staked | to house | returned | won   |
        | 1.1  | Bet       | 10.00  | 10.00    | 0.00     | 0.00  |
        | 1.1  | Insurance | 5.00   | 0.00     | 5.00     | 10.00 |
      And the round is over

      Examples:
        | hole |
        | TC   |
        | KC   |

    @device:table-controller
    Scenario Outline: Insurance is lost as soon as the light has been shown for a <hole>
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S AH 8D <hole>
      And seat 1 bets 10.00
      When the round is dealt
      And seat 1 insures for 5.00
      And the hole card is read
      Then these wagers are settled
        | hand | wager     | staked | to house | returned | won  |
        | 1.1  | Insurance | 5.00   | 5.00     | 0.00     | 0.00 |
      And the Bet Wager of seat 1 stays on the layout
      And hand 1.1 is offered hit

      Examples: no Large card, and an ace that makes no Blackjack
        | hole |
        | 5C   |
        | 9C   |
        | AC   |

    @device:table-controller
    Scenario: Insurance for more than half the Bet is refused
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S AH 8D 5C
      And seat 1 bets 10.00
      When the round is dealt
      And seat 1 insures for 5.50
      Then hand 1.1 is refused insurance

    @device:table-controller
    Scenario: No Insurance under a king
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S KH 8D 5C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      Then hand 1.1 is never offered insurance

    @device:table-controller
    Scenario: No Insurance where the house does not offer it
      Given a Down Under Blackjack table
      And the house rule insurance_offered is "no"
      And the shoe is stacked with 9S AH 8D 5C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      Then hand 1.1 is never offered insurance
      And hand 1.1 is offered hit
