Feature: The Bust It Wager of a player who surrenders, 58 Pa. Code § 665a.9(c)
  A Bust It Wager bets on the dealer: that he goes over 21 on exactly his third card. A surrender
  does not touch it. It stays on the layout, is neither halved nor given back, and is settled when
  the dealer has played his hand, which he does for its sake even if no other wager is left. Only
  a dealer Blackjack takes it with the Bet. Cards stand in the order in which they leave the shoe:
  the dealer's upcard, one card to each box, a second card to each box, the dealer's hole card,
  then draws.

  Background:
    Given a Double Attack Blackjack table

  @clause:665a.9(c)
  Rule: It stays on the layout until the dealer's hand is known

    @clause:665a.7~dealer-must-play @device:table-controller
    Scenario: The surrender settles Bet and Double Attack and leaves the Bust It where it is
      Given the shoe is stacked with 9C KS 6D 7D KH
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      And seat 1 will make a Double Attack Wager of 20.00
      When the round is dealt
      And seat 1 surrenders
      Then these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Bet           | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Double Attack | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Bust It       | 5.00   | open     | open     | open |
      And the Bust It Wager of seat 1 stays on the layout
      And the discard rack holds KS 6D
      And the round is not over

    @clause:665a.7~dealer-must-play @clause:665a.7(m) @device:table-controller @device:shoe
    Scenario: The dealer plays his hand for the Bust It alone
      Given the shoe is stacked with 9C KS 6D 7D KH
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      When the round is dealt
      And seat 1 surrenders
      Then the hole card is exposed
      And the next card goes to the dealer, face up
      When the dealer plays his hand
      Then the dealer holds 9C 7D KH for a total of 26
      And the Bust It Wager of seat 1 stays on the layout
      When the round is settled
      Then these wagers are settled
        | hand | wager   | staked | to house | returned | won   |
        | 1.1  | Bet     | 20.00  | 10.00    | 10.00    | 0.00  |
        | 1.1  | Bust It | 5.00   | 0.00     | 5.00     | 15.00 |
      And the discard rack holds KS 6D 9C 7D KH
      And the round is over

    @device:table-controller
    Scenario: It stays while the next box is still playing
      Given the shoe is stacked with 9C KS 9S 6D 8D 7D
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      And seat 2 bets 30.00
      When the round is dealt
      And seat 1 surrenders
      Then the Bust It Wager of seat 1 stays on the layout
      And the hole card is still face down
      And hand 2.1 may now surrender, hit, stand or double

    @device:table-controller
    Scenario: It stays when the hand is surrendered after a hit
      Given the shoe is stacked with 9C 2S 6D 7D 8H 6H
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      When the round is dealt
      And seat 1 hits
      And seat 1 surrenders
      Then the Bust It Wager of seat 1 stays on the layout
      When the round is settled
      Then the dealer holds 9C 7D 6H for a total of 22
      And these wagers are settled
        | hand | wager   | staked | to house | returned | won   |
        | 1.1  | Bet     | 20.00  | 10.00    | 10.00    | 0.00  |
        | 1.1  | Bust It | 5.00   | 0.00     | 5.00     | 75.00 |

    @device:table-controller
    Scenario: It stays when the hand is surrendered after a double
      Given the shoe is stacked with 9C 5S 6D 7D 3H 5H
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      When the round is dealt
      And seat 1 doubles
      And seat 1 surrenders
      Then the Bust It Wager of seat 1 stays on the layout
      When the round is settled
      Then the dealer holds 9C 7D 5H for a total of 21
      And these wagers are settled
        | hand | wager       | staked | to house | returned | won  |
        | 1.1  | Bet         | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Double Down | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Bust It     | 5.00   | 5.00     | 0.00     | 0.00 |

    @device:table-controller
    Scenario: After a split it is one wager of the box, whichever hand is surrendered
      Given the shoe is stacked with 9C 8S 8D 7D 3H JD 9H
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      When the round is dealt
      And seat 1 splits
      And seat 1 surrenders
      And seat 1 surrenders on hand 2
      Then the Bust It Wager of seat 1 stays on the layout
      When the round is settled
      Then the dealer holds 9C 7D 9H for a total of 25
      And these wagers are settled
        | hand | wager   | staked | to house | returned | won   |
        | 1.1  | Bet     | 20.00  | 10.00    | 10.00    | 0.00  |
        | 1.2  | Bet     | 20.00  | 10.00    | 10.00    | 0.00  |
        | 1.1  | Bust It | 5.00   | 0.00     | 5.00     | 30.00 |
      And the discard rack holds 8S 3H 8D JD 9C 7D 9H

    @clause:665a.9(b)(2)(ii) @device:table-controller @device:card-reader
    Scenario Outline: With a <upcard> up it stays when the reader has said no
      Given the shoe is stacked with <upcard> KS 6D 6C 9H
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      When the round is dealt
      And seat 1 surrenders
      And the hole card is read
      Then the card reader answers no Blackjack
      And the Bust It Wager of seat 1 stays on the layout
      When the round is settled
      Then these wagers are settled
        | hand | wager   | staked | to house | returned | won   |
        | 1.1  | Bet     | 20.00  | 10.00    | 10.00    | 0.00  |
        | 1.1  | Bust It | 5.00   | 0.00     | 5.00     | 30.00 |
      And the discard rack holds KS 6D <upcard> 6C 9H

      Examples:
        | upcard |
        | KD     |
        | QC     |
        | JH     |

    @clause:665a.9(b)(2)(ii) @device:table-controller
    Scenario: With an ace up it stays and is settled when the dealer has drawn
      Given the shoe is stacked with AC KS 6D 5D KH 8C
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      When the round is dealt
      And seat 1 declines insurance
      And seat 1 surrenders
      And the hole card is read
      Then the Bust It Wager of seat 1 stays on the layout
      When the round is settled
      Then the dealer holds AC 5D KH 8C for a total of 24
      And these wagers are settled
        | hand | wager   | staked | to house | returned | won  |
        | 1.1  | Bet     | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Bust It | 5.00   | 5.00     | 0.00     | 0.00 |

    @device:table-controller
    Scenario: It stays when the surrender comes after the reader's no
      Given the shoe is stacked with KD KS 6D 6C QH
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      When the round is dealt
      And the hole card is read
      And seat 1 surrenders
      Then the Bust It Wager of seat 1 stays on the layout
      When the round is settled
      Then the dealer holds KD 6C QH for a total of 26
      And these wagers are settled
        | hand | wager   | staked | to house | returned | won   |
        | 1.1  | Bet     | 20.00  | 10.00    | 10.00    | 0.00  |
        | 1.1  | Bust It | 5.00   | 0.00     | 5.00     | 15.00 |

  @clause:665a.9(c) @clause:665a.12(c)
  Rule: It wins when the dealer goes over 21 on his third card

    @device:table-controller
    Scenario Outline: The surrendered box wins <won> when the dealer draws a <third> on 9 and <hole>
      Given the shoe is stacked with 9C KS 6D <hole> <third>
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      When the round is dealt
      And seat 1 surrenders
      And the round is settled
      Then the dealer holds 9C <hole> <third> for a total of <total>
      And these wagers are settled
        | hand | wager   | staked | to house | returned | won   |
        | 1.1  | Bet     | 20.00  | 10.00    | 10.00    | 0.00  |
        | 1.1  | Bust It | 5.00   | 0.00     | 5.00     | <won> |

      Examples: every row of the odds, on 16
        | hole | third | total | won   |
        | 7D   | 6H    | 22    | 75.00 |
        | 7D   | 7H    | 23    | 50.00 |
        | 7D   | 8H    | 24    | 40.00 |
        | 7D   | 9H    | 25    | 30.00 |
        | 7D   | KH    | 26    | 15.00 |
        | 7D   | QH    | 26    | 15.00 |
        | 7D   | JH    | 26    | 15.00 |

      Examples: the lowest hand that each card can still take over 21
        | hole | third | total | won   |
        | 6D   | 7S    | 22    | 50.00 |
        | 5D   | 8S    | 22    | 40.00 |
        | 4D   | 9S    | 22    | 30.00 |
        | 3D   | KS    | 22    | 15.00 |
        | 3D   | QS    | 22    | 15.00 |
        | 3D   | JS    | 22    | 15.00 |

    @device:table-controller
    Scenario Outline: Three 8s as <upcard> <hole> <third> pay the surrendered box <won>
      Given the shoe is stacked with <upcard> KS 6D <hole> <third>
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      When the round is dealt
      And seat 1 surrenders
      And the round is settled
      Then the dealer holds <upcard> <hole> <third> for a total of 24
      And these wagers are settled
        | hand | wager   | staked | to house | returned | won   |
        | 1.1  | Bet     | 20.00  | 10.00    | 10.00    | 0.00  |
        | 1.1  | Bust It | 5.00   | 0.00     | 5.00     | <won> |

      Examples: of one suit, 200 to 1
        | upcard | hole | third | won     |
        | 8C     | 8C   | 8C    | 1000.00 |
        | 8D     | 8D   | 8D    | 1000.00 |
        | 8H     | 8H   | 8H    | 1000.00 |
        | 8S     | 8S   | 8S    | 1000.00 |

      Examples: of one colour, 50 to 1
        | upcard | hole | third | won    |
        | 8H     | 8D   | 8H    | 250.00 |
        | 8D     | 8D   | 8H    | 250.00 |
        | 8C     | 8S   | 8S    | 250.00 |
        | 8S     | 8S   | 8C    | 250.00 |

      Examples: of two colours, as any third card 8
        | upcard | hole | third | won   |
        | 8H     | 8H   | 8S    | 40.00 |
        | 8C     | 8H   | 8C    | 40.00 |
        | 8D     | 8S   | 8C    | 40.00 |

    @device:table-controller
    Scenario: Three cards of one suit that are not all 8s are paid by the third card alone
      Given the shoe is stacked with 9H KS 6D 7H 8H
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      When the round is dealt
      And seat 1 surrenders
      And the round is settled
      Then these wagers are settled
        | hand | wager   | staked | to house | returned | won   |
        | 1.1  | Bet     | 20.00  | 10.00    | 10.00    | 0.00  |
        | 1.1  | Bust It | 5.00   | 0.00     | 5.00     | 40.00 |

  @clause:665a.9(c) @clause:665a.7(m) @clause:665a.6~bust-it
  Rule: It loses in every other case

    @device:table-controller
    Scenario Outline: It loses when the dealer stands on 9 and <hole>
      Given the shoe is stacked with 9C KS 6D <hole>
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      When the round is dealt
      And seat 1 surrenders
      Then the Bust It Wager of seat 1 stays on the layout
      When the round is settled
      Then the dealer holds 9C <hole> for a total of <total>
      And these wagers are settled
        | hand | wager   | staked | to house | returned | won  |
        | 1.1  | Bet     | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Bust It | 5.00   | 5.00     | 0.00     | 0.00 |
      And the discard rack holds KS 6D 9C <hole>

      Examples:
        | hole | total |
        | 8D   | 17    |
        | 9D   | 18    |
        | KD   | 19    |
        | AD   | 20    |

    @device:table-controller
    Scenario Outline: It loses when the dealer stands on three cards, 9 <hole> <third>
      Given the shoe is stacked with 9C KS 6D <hole> <third>
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      When the round is dealt
      And seat 1 surrenders
      And the round is settled
      Then the dealer holds 9C <hole> <third> for a total of <total>
      And these wagers are settled
        | hand | wager   | staked | to house | returned | won  |
        | 1.1  | Bet     | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Bust It | 5.00   | 5.00     | 0.00     | 0.00 |

      Examples:
        | hole | third | total |
        | 7D   | 5H    | 21    |
        | 7D   | AH    | 17    |
        | 4D   | 8H    | 21    |
        | 2D   | KH    | 21    |

    @device:table-controller @device:shoe
    Scenario Outline: It loses when the dealer goes over 21 only on his <place> card
      Given the shoe is stacked with <upcard> KS 6D <rest>
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      When the round is dealt
      And seat 1 surrenders
      And the round is settled
      Then the dealer holds <upcard> <rest> for a total of <total>
      And these wagers are settled
        | hand | wager   | staked | to house | returned | won  |
        | 1.1  | Bet     | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Bust It | 5.00   | 5.00     | 0.00     | 0.00 |

      Examples:
        | place  | upcard | rest        | total |
        | fourth | 5C     | 4D 3H KS    | 22    |
        | fourth | 2C     | 6D 8H 8S    | 24    |
        | fourth | 5S     | AD KH 9S    | 25    |
        | fifth  | 2C     | 3D 4H 5S 9D | 23    |

    @clause:665a.9(b)(2)(i) @device:table-controller
    Scenario: A dealer Blackjack takes it with the Bet
      Given the shoe is stacked with KD KS 6D AC
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      When the round is dealt
      And seat 1 surrenders
      And the hole card is read
      Then these wagers are settled
        | hand | wager   | staked | to house | returned | won  |
        | 1.1  | Bet     | 20.00  | 20.00    | 0.00     | 0.00 |
        | 1.1  | Bust It | 5.00   | 5.00     | 0.00     | 0.00 |
      And the round is over

  @clause:665a.9(c)
  Rule: Each box by itself

    @device:table-controller @device:shoe
    Scenario: One box surrenders and keeps its Bust It, the other plays on
      Given the shoe is stacked with 9C KS 9S 6D 8D 7D 6H
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      And seat 2 bets 30.00
      And seat 2 makes a Bust It Wager of 2.00
      When the round is dealt
      And seat 1 surrenders
      And seat 2 stands
      And the round is settled
      Then the dealer holds 9C 7D 6H for a total of 22
      And these wagers are settled
        | hand | wager   | staked | to house | returned | won   |
        | 1.1  | Bet     | 20.00  | 10.00    | 10.00    | 0.00  |
        | 1.1  | Bust It | 5.00   | 0.00     | 5.00     | 75.00 |
        | 2.1  | Bet     | 30.00  | 0.00     | 30.00    | 30.00 |
        | 2.1  | Bust It | 2.00   | 0.00     | 2.00     | 30.00 |
      And the discard rack holds KS 6D 9S 8D 9C 7D 6H

    @device:table-controller
    Scenario: Both boxes surrender and both Bust Its wait for the dealer
      Given the shoe is stacked with 9C KS 9S 6D 7H 7D 7C
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      And seat 2 bets 30.00
      And seat 2 makes a Bust It Wager of 0.50
      When the round is dealt
      And seat 1 surrenders
      And seat 2 surrenders
      Then the Bust It Wager of seat 1 stays on the layout
      And the Bust It Wager of seat 2 stays on the layout
      When the round is settled
      Then the dealer holds 9C 7D 7C for a total of 23
      And these wagers are settled
        | hand | wager   | staked | to house | returned | won   |
        | 1.1  | Bet     | 20.00  | 10.00    | 10.00    | 0.00  |
        | 1.1  | Bust It | 5.00   | 0.00     | 5.00     | 50.00 |
        | 2.1  | Bet     | 30.00  | 15.00    | 15.00    | 0.00  |
        | 2.1  | Bust It | 0.50   | 0.00     | 0.50     | 5.00  |

    @device:table-controller
    Scenario: The Bust It of one box keeps the dealer playing after both have surrendered
      Given the shoe is stacked with 9C KS 9S 6D 7H 7D 5C
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      And seat 2 makes a Bust It Wager of 5.00
      When the round is dealt
      And seat 1 surrenders
      And seat 2 surrenders
      And the round is settled
      Then the dealer holds 9C 7D 5C for a total of 21
      And these wagers are settled
        | hand | wager   | staked | to house | returned | won  |
        | 1.1  | Bet     | 20.00  | 10.00    | 10.00    | 0.00 |
        | 2.1  | Bet     | 30.00  | 15.00    | 15.00    | 0.00 |
        | 2.1  | Bust It | 5.00   | 5.00     | 0.00     | 0.00 |
      And the discard rack holds KS 6D 9S 7H 9C 7D 5C
