Feature: Splitting pairs, 58 Pa. Code § 685a.10
  Two first cards of equal value may be split once, for a second wager equal to the Bet. The hands
  are finished one after the other; split aces get one card each. Against a dealer Blackjack only the
  initial Bet is lost. Cards stand in the order in which they leave the shoe: one to each box, the
  upcard, a second to each box, the hole card, then draws (players, then dealer).

  @clause:685a.10(a)
  Rule: Two first cards of equal value may be split for a wager equal to the Bet

    @device:table-controller
    Scenario Outline: <first> and <second> are of equal value
      Given a Down Under Blackjack table
      And the shoe is stacked with <first> 7H <second> TC 9C
      And seat 1 bets 12.50
      When the round is dealt
      And the hole card is read
      Then hand 1.1 is offered split
      When seat 1 splits
      Then hand 1.1 holds <first> 9C
      And hand 1.2 holds <second>

      Examples:
        | first | second |
        | 2S    | 2D     |
        | 5S    | 5D     |
        | 8S    | 8D     |
        | TS    | TD     |
        | TS    | JD     |
        | KS    | QD     |

    @device:table-controller
    Scenario Outline: <first> and <second> are not of equal value
      Given a Down Under Blackjack table
      And the shoe is stacked with <first> 7H <second> TC
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      Then hand 1.1 is never offered split
      When seat 1 tries to split
      Then hand 1.1 is refused split
      And hand 1.1 holds <first> <second>

      Examples:
        | first | second |
        | 9S    | 8D     |
        | KS    | 9D     |
        | AS    | 2D     |

    @clause:685a.6~split @device:table-controller
    Scenario: The second hand has a wager equal to the initial Bet
      Given a Down Under Blackjack table
      And the shoe is stacked with 8S 7H 8D TC TS 9C
      And seat 1 bets 12.50
      When the round is dealt
      And the hole card is read
      And seat 1 splits
      And seat 1 stands
      And seat 1 stands on hand 2
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 12.50  | 0.00     | 12.50    | 12.50 |
        | 1.2  | Bet   | 12.50  | 0.00     | 12.50    | 0.00  |

    @device:table-controller
    Scenario: A pair made after a draw is not the first two cards
      Given a Down Under Blackjack table
      And the shoe is stacked with 2S 7H 5D TC 5C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 hits
      And seat 1 tries to split
      Then hand 1.1 is refused split

  @clause:685a.10(b)
  Rule: The hands are finished one after the other

    @device:shoe @device:table-controller
    Scenario: The second hand gets no card before the first is finished
      Given a Down Under Blackjack table
      And the shoe is stacked with 8S 7H 8D TC 3C TD 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 splits
      Then hand 1.1 holds 8S 3C
      And exactly no cards are called for hand 1.2
      When seat 1 hits
      Then hand 1.1 holds 8S 3C TD
      And exactly no cards are called for hand 1.2
      And hand 1.2 is never offered hit
      When seat 1 stands
      Then hand 1.2 holds 8D 9C
      And hand 1.2 is offered hit

    @device:shoe @device:table-controller
    Scenario: A first hand over 21 is lost at once and the second is completed
      Given a Down Under Blackjack table
      And the shoe is stacked with 8S 7H 8D TC 6C TD 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 splits
      And seat 1 hits
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |
      And the discard rack holds 8S 6C TD
      And hand 1.2 holds 8D 9C

  @clause:685a.10(c)
  Rule: Each split hand gets a second card, then stands, draws or doubles; there is one split only

    @device:shoe @device:table-controller
    Scenario: One split hand draws, the other stands
      Given a Down Under Blackjack table
      And the shoe is stacked with 8S 7H 8D TC 2C 9C TD
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 splits
      And seat 1 hits
      And seat 1 stands
      And seat 1 stands on hand 2
      And the round is settled
      Then hand 1.1 holds 8S 2C 9C
      And hand 1.2 holds 8D TD
      And these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |
        | 1.2  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |
      And the discard rack holds 8S 2C 9C 8D TD 7H TC

    @clause:685a.9~double-down @device:shoe @device:table-controller
    Scenario: A split hand is doubled
      Given a Down Under Blackjack table
      And the shoe is stacked with 8S 7H 8D TC 3C TD 6C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 splits
      Then hand 1.1 is offered double
      When seat 1 doubles
      And seat 1 stands on hand 2
      And the round is settled
      Then these wagers are settled
        | hand | wager       | staked | to house | returned | won   |
        | 1.1  | Bet         | 10.00  | 0.00     | 10.00    | 10.00 |
        | 1.1  | Double Down | 10.00  | 0.00     | 10.00    | 10.00 |
        | 1.2  | Bet         | 10.00  | 10.00    | 0.00     | 0.00  |

    @device:table-controller
    Scenario: A third 8 on the first hand makes no third hand
      Given a Down Under Blackjack table
      And the shoe is stacked with 8S 7H 8D TC 8C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 splits
      And seat 1 tries to split
      Then hand 1.1 is refused split
      And hand 1.1 holds 8S 8C

    @device:table-controller
    Scenario: A third 8 on the second hand makes no third hand
      Given a Down Under Blackjack table
      And the shoe is stacked with 8S 7H 8D TC TD 8C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 splits
      And seat 1 stands
      Then hand 1.2 holds 8D 8C
      And hand 1.2 is offered stand
      And hand 1.2 is never offered split
      When seat 1 tries to split on hand 2
      Then hand 1.2 is refused split

  @clause:685a.10(d) @clause:685a.12(h)
  Rule: Dealer Blackjack after a split: the initial Bet is lost, the split wager comes back
    With a truthful light the dealer's Blackjack is open before anyone can split, so this is reached
    only when the reader showed a wrong colour and the dealer lets play go on.

    @device:table-controller
    Scenario Outline: Eights split under <upcard>, <hole> in the hole shown as <shown>
      Given a Down Under Blackjack table
      And the shoe is stacked with 8S <upcard> 8D <hole> TD 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the Masque reader is made to light <shown>
      Then the hole card is still face down
      When seat 1 splits
      And seat 1 stands
      And seat 1 stands on hand 2
      Then the hole card is exposed
      And the dealer is offered to let play go on
      When the dealer lets play go on
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |
        | 1.2  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
      And the round is over

      Examples:
        | upcard | hole | shown |
        | KH     | AC   | blue  |
        | KH     | AC   | red   |
        | AH     | TC   | blue  |

    @device:table-controller
    Scenario: Where the dealer calls the hands dead instead, the initial Bet comes back too
      Given a Down Under Blackjack table
      And the shoe is stacked with 8S KH 8D AC TD 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the Masque reader is made to light blue
      And seat 1 splits
      And seat 1 stands
      And seat 1 stands on hand 2
      And the dealer calls the hands dead
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
        | 1.2  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
      And the discard rack holds 8S TD 8D 9C KH AC
      And the round is over

  @clause:685a.10(e)
  Rule: Split aces get one card each

    @device:shoe @device:table-controller
    Scenario: One card to each ace, and neither hand decides again
      Given a Down Under Blackjack table
      And the shoe is stacked with AS 7H AD TC 9C 5C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 splits
      Then hand 1.1 holds AS 9C
      And hand 1.2 holds AD 5C
      And exactly 3 cards are called for hand 1.1
      And exactly 1 card is called for hand 1.2
      And hand 1.2 is never offered hit
      And the hole card is exposed
      When the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |
        | 1.2  | Bet   | 10.00  | 10.00    | 0.00     | 0.00  |

    @clause:685a.1_Blackjack @device:table-controller
    Scenario Outline: A split ace with a <card> is a 21 and no Blackjack
      Given a Down Under Blackjack table
      And the shoe is stacked with AS 7H AD TC <card> 6C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 splits
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |
        | 1.2  | Bet   | 10.00  | 0.00     | 10.00    | 0.00  |

      Examples:
        | card |
        | KC   |
        | TD   |
