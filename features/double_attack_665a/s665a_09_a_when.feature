Feature: When a hand may be surrendered, 58 Pa. Code § 665a.9(a)
  A player may give up a hand for the rest of the round: on its first two cards, after he has
  drawn, after he has split it, after he has doubled on it. Once he has decided to stand on it, he
  may not. Cards stand in the order in which they leave the shoe: the dealer's upcard, one card to
  each box, a second card to each box, the dealer's hole card, then draws. The dealer shows a 6
  here, so that the reader has no part in it, and a surrender takes half of each wager.

  Background:
    Given a Double Attack Blackjack table

  @clause:665a.9(a)
  Rule: On the first two cards

    @device:table-controller
    Scenario: Surrender on the first two cards ends the play on the hand
      Given the shoe is stacked with 6C 9S 7D KC
      And seat 1 bets 20.00
      When the round is dealt
      Then hand 1.1 may now surrender, hit, stand or double
      When seat 1 surrenders
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |
      And hand 1.1 is surrendered
      And the discard rack holds 9S 7D 6C KC
      And the round is over

    @device:table-controller @device:shoe
    Scenario: A surrendered hand gets no further card
      Given the shoe is stacked with 6C 9S KS 7D 9D KC 4H
      And seat 1 bets 20.00
      And seat 2 bets 20.00
      When the round is dealt
      And seat 1 surrenders
      And seat 2 stands
      And the round is settled
      Then hand 1.1 holds 9S 7D
      And exactly 2 cards are called for hand 1.1
      And exactly 3 cards are called for the dealer

    @device:table-controller
    Scenario: The surrender is for that round: the player is dealt in again
      Given the shoe is stacked with 6C 9S 7D KC 5C KS 9D KD 6H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 surrenders
      Then the discard rack holds 9S 7D 6C KC
      And the round is over
      When the round is dealt
      Then hand 1.1 holds KS 9D
      And hand 1.1 may now surrender, hit, stand or double
      When seat 1 stands
      And the round is settled
      Then the dealer holds 5C KD 6H for a total of 21
      And the discard rack holds 9S 7D 6C KC KS 9D 5C KD 6H

    @device:table-controller
    Scenario: A pair may be surrendered instead of split
      Given the shoe is stacked with 6C 8S 8D KC
      And seat 1 bets 20.00
      When the round is dealt
      Then hand 1.1 may now surrender, hit, stand, double or split
      When seat 1 surrenders
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |

    @device:table-controller
    Scenario Outline: Surrender on <first> and <second>, whatever the hand counts
      Given the shoe is stacked with 6C <first> <second> KC
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 surrenders
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |
      And the discard rack holds <first> <second> 6C KC

      Examples:
        | first | second |
        | 2S    | 3D     |
        | 5S    | 6D     |
        | KS    | QD     |
        | AS    | 9D     |
        | AS    | AD     |

  @clause:665a.9(a)
  Rule: After drawing

    @device:table-controller
    Scenario: Surrender after one hit
      Given the shoe is stacked with 6C 5S 7D KC 3H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 hits
      Then hand 1.1 may now surrender, hit, stand or double
      When seat 1 surrenders
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |
      And the discard rack holds 5S 7D 3H 6C KC
      And the round is over

    @device:table-controller @device:shoe
    Scenario: Surrender after two hits
      Given the shoe is stacked with 6C 2S 3D KC 4H 5C
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 hits
      And seat 1 hits
      And seat 1 surrenders
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |
      And exactly 4 cards are called for hand 1.1
      And the discard rack holds 2S 3D 4H 5C 6C KC

    @device:table-controller
    Scenario: A drawn 21 may still be surrendered
      Given the shoe is stacked with 6C 9S 7D KC 5H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 hits
      Then hand 1.1 counts hard 21
      And hand 1.1 may now surrender, hit, stand or double
      When seat 1 surrenders
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |

    @device:table-controller
    Scenario: After a hit the Double Attack Wager is halved too
      Given the shoe is stacked with 6C 5S 7D KC 3H
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 20.00
      When the round is dealt
      And seat 1 hits
      And seat 1 surrenders
      Then these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Bet           | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Double Attack | 20.00  | 10.00    | 10.00    | 0.00 |

  @clause:665a.9(a)
  Rule: After a split, each hand by itself

    @device:table-controller @device:shoe
    Scenario: The first split hand is surrendered and the second plays on
      Given the shoe is stacked with 6C 8S 8D KC 3H JD 9H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 splits
      Then hand 1.1 may now surrender, hit, stand or double
      When seat 1 surrenders
      Then hand 1.1 is surrendered
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |
      And the discard rack holds 8S 3H
      And hand 1.2 may now surrender, hit, stand or double
      When seat 1 stands on hand 2
      And the round is settled
      Then the dealer holds 6C KC 9H for a total of 25
      And these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00  |
        | 1.2  | Bet   | 20.00  | 0.00     | 20.00    | 20.00 |
      And the discard rack holds 8S 3H 8D JD 6C KC 9H

    @device:table-controller @device:shoe
    Scenario: The second split hand is surrendered and the first is settled with the dealer
      Given the shoe is stacked with 6C 8S 8D KC JD 7H 5D
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 splits
      And seat 1 stands
      And seat 1 surrenders on hand 2
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.2  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |
      And the discard rack holds 8D 7H
      When the round is settled
      Then the dealer holds 6C KC 5D for a total of 21
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 20.00    | 0.00     | 0.00 |
        | 1.2  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |
      And the discard rack holds 8D 7H 8S JD 6C KC 5D

    @device:table-controller
    Scenario: Both split hands are surrendered, each with half of its own Double Attack Wager
      Given the shoe is stacked with 6C 8S 8D KC JD 7H
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 10.00
      When the round is dealt
      And seat 1 splits
      And seat 1 surrenders
      And seat 1 surrenders on hand 2
      Then these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Bet           | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Double Attack | 10.00  | 5.00     | 5.00     | 0.00 |
        | 1.2  | Bet           | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.2  | Double Attack | 10.00  | 5.00     | 5.00     | 0.00 |
      And the discard rack holds 8S JD 8D 7H 6C KC
      And the round is over

    @device:table-controller
    Scenario: A split hand is surrendered after a hit
      Given the shoe is stacked with 6C 8S 8D KC 2H 4D JC 5D
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 splits
      And seat 1 hits
      And seat 1 surrenders
      And seat 1 stands on hand 2
      And the round is settled
      Then the dealer holds 6C KC 5D for a total of 21
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.2  | Bet   | 20.00  | 20.00    | 0.00     | 0.00 |
      And the discard rack holds 8S 2H 4D 8D JC 6C KC 5D

    @clause:665a.11~aces @device:table-controller
    Scenario: A split ace is surrendered on its one card
      Given the shoe is stacked with 6C AS AD KC 4H 5C 2H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 splits
      Then hand 1.1 may now surrender or stand
      When seat 1 surrenders
      Then hand 1.2 may now surrender or stand
      When seat 1 stands on hand 2
      And the round is settled
      Then the dealer holds 6C KC 2H for a total of 18
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.2  | Bet   | 20.00  | 20.00    | 0.00     | 0.00 |
      And the discard rack holds AS 4H AD 5C 6C KC 2H

    @clause:665a.11~aces @device:table-controller
    Scenario: The second split ace is surrendered while the first stands
      Given the shoe is stacked with 6C AS AD KC KH 3C 2H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 splits
      And seat 1 stands
      And seat 1 surrenders on hand 2
      And the round is settled
      Then the dealer holds 6C KC 2H for a total of 18
      And these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 20.00  | 0.00     | 20.00    | 20.00 |
        | 1.2  | Bet   | 20.00  | 10.00    | 10.00    | 0.00  |

  @clause:665a.9(a)
  Rule: After a double

    @device:table-controller @device:shoe
    Scenario: Surrender after a double costs half of the Double Down Wager too
      Given the shoe is stacked with 6C 5S 6D KC 3H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 doubles
      Then hand 1.1 may now surrender or stand
      When seat 1 surrenders
      Then these wagers are settled
        | hand | wager       | staked | to house | returned | won  |
        | 1.1  | Bet         | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Double Down | 20.00  | 10.00    | 10.00    | 0.00 |
      And exactly 3 cards are called for hand 1.1
      And the discard rack holds 5S 6D 3H 6C KC
      And the round is over

    @device:table-controller
    Scenario: Bet, Double Attack and Double Down are each halved after a double
      Given the shoe is stacked with 6C 5S 6D KC 3H
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 20.00
      When the round is dealt
      And seat 1 doubles
      And seat 1 surrenders
      Then these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Bet           | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Double Attack | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Double Down   | 40.00  | 20.00    | 20.00    | 0.00 |

    @device:table-controller
    Scenario: A double for less is halved as it was staked
      Given the shoe is stacked with 6C 5S 6D KC 3H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 doubles for 5.00
      And seat 1 surrenders
      Then these wagers are settled
        | hand | wager       | staked | to house | returned | won  |
        | 1.1  | Bet         | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Double Down | 5.00   | 2.50     | 2.50     | 0.00 |

    @device:table-controller
    Scenario: A split hand that was doubled is surrendered
      Given the shoe is stacked with 6C 8S 8D KC 3H 2C KD 5D
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 splits
      And seat 1 doubles
      And seat 1 surrenders
      And seat 1 stands on hand 2
      And the round is settled
      Then the dealer holds 6C KC 5D for a total of 21
      And these wagers are settled
        | hand | wager       | staked | to house | returned | won  |
        | 1.1  | Bet         | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Double Down | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.2  | Bet         | 20.00  | 20.00    | 0.00     | 0.00 |
      And the discard rack holds 8S 3H 2C 8D KD 6C KC 5D

    @device:table-controller
    Scenario: Surrender after a hit and a double
      Given the shoe is stacked with 6C 2S 3D KC 4H 5C
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 hits
      And seat 1 doubles
      And seat 1 surrenders
      Then these wagers are settled
        | hand | wager       | staked | to house | returned | won  |
        | 1.1  | Bet         | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Double Down | 20.00  | 10.00    | 10.00    | 0.00 |

    @device:table-controller
    Scenario Outline: Where the house rule on a surrendered double says <rule>
      Given the house rule surrender_double_down is "<rule>"
      And the shoe is stacked with 6C 5S 6D KC 3H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 doubles
      And seat 1 surrenders
      Then these wagers are settled
        | hand | wager       | staked | to house | returned   | won  |
        | 1.1  | Bet         | 20.00  | 10.00    | 10.00      | 0.00 |
        | 1.1  | Double Down | 20.00  | <house>  | <returned> | 0.00 |

      Examples:
        | rule         | house | returned |
        | all_to_house | 20.00 | 0.00     |
        | all_returned | 0.00  | 20.00    |

  @clause:665a.9(a)
  Rule: Not once he has stood, and not on a hand that is finished

    @device:table-controller
    Scenario: Surrender after standing is refused and nothing moves
      Given the shoe is stacked with 6C 9S KS 7D 9D KC 4H
      And seat 1 bets 20.00
      And seat 2 bets 20.00
      When the round is dealt
      And seat 1 stands
      And seat 1 tries to surrender
      Then hand 1.1 is refused surrender
      And hand 1.1 is stood
      And nothing is settled yet
      And the discard rack holds nothing
      When seat 2 stands
      And the round is settled
      Then the dealer holds 6C KC 4H for a total of 20
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 20.00    | 0.00     | 0.00 |
        | 2.1  | Bet   | 20.00  | 20.00    | 0.00     | 0.00 |

    @device:table-controller
    Scenario: When the last player has stood and the dealer is drawing, surrender is refused
      Given the shoe is stacked with 6C 9S 7D KC 4H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 stands
      And seat 1 tries to surrender
      Then hand 1.1 is refused surrender
      And nothing is settled yet
      When the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 20.00    | 0.00     | 0.00 |

    @device:table-controller
    Scenario: Standing after a hit closes the surrender as well
      Given the shoe is stacked with 6C 5S KS 7D 9D KC 3H
      And seat 1 bets 20.00
      And seat 2 bets 20.00
      When the round is dealt
      And seat 1 hits
      And seat 1 stands
      And seat 1 tries to surrender
      Then hand 1.1 is refused surrender
      And nothing is settled yet

    @device:table-controller
    Scenario: Standing on a doubled hand closes the surrender as well
      Given the shoe is stacked with 6C 5S KS 6D 9D KC 3H
      And seat 1 bets 20.00
      And seat 2 bets 20.00
      When the round is dealt
      And seat 1 doubles
      And seat 1 stands
      And seat 1 tries to surrender
      Then hand 1.1 is refused surrender
      And nothing is settled yet

    @device:table-controller
    Scenario: Having stood on one split hand, the player may still surrender the other
      Given the shoe is stacked with 6C 8S 8D KC JD 7H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 splits
      And seat 1 stands
      And seat 1 tries to surrender
      Then hand 1.1 is refused surrender
      And nothing is settled yet
      When seat 1 surrenders on hand 2
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.2  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |

    @clause:665a.7~player-bust @device:table-controller
    Scenario: Surrender after going over 21 is refused, the Bet is lost
      Given the shoe is stacked with 6C 9S KS 7D 9D KC KH
      And seat 1 bets 20.00
      And seat 2 bets 20.00
      When the round is dealt
      And seat 1 hits
      Then hand 1.1 is bust
      When seat 1 tries to surrender
      Then hand 1.1 is refused surrender
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 20.00    | 0.00     | 0.00 |
      And hand 2.1 may now surrender, hit, stand or double

    @clause:665a.7~player-bust @device:table-controller
    Scenario: A double that goes over 21 is lost whole and cannot be surrendered
      Given the shoe is stacked with 6C 9S KS 7D 9D KC KH
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 20.00
      And seat 2 bets 20.00
      When the round is dealt
      And seat 1 doubles
      And seat 1 tries to surrender
      Then hand 1.1 is refused surrender
      And these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Bet           | 20.00  | 20.00    | 0.00     | 0.00 |
        | 1.1  | Double Attack | 20.00  | 20.00    | 0.00     | 0.00 |
        | 1.1  | Double Down   | 40.00  | 40.00    | 0.00     | 0.00 |

    @device:table-controller
    Scenario: A surrendered hand is not surrendered twice
      Given the shoe is stacked with 6C 9S KS 7D 9D KC
      And seat 1 bets 20.00
      And seat 2 bets 20.00
      When the round is dealt
      And seat 1 surrenders
      And seat 1 tries to surrender
      Then hand 1.1 is refused surrender
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |

    @device:table-controller
    Scenario Outline: A surrendered hand cannot <act> any more
      Given the shoe is stacked with 6C 8S KS 8D 9D KC
      And seat 1 bets 20.00
      And seat 2 bets 20.00
      When the round is dealt
      And seat 1 surrenders
      And seat 1 tries to <act>
      Then hand 1.1 is refused <act>
      And hand 1.1 is surrendered
      And exactly 2 cards are called for hand 1.1

      Examples:
        | act    |
        | hit    |
        | stand  |
        | double |
        | split  |

  @clause:665a.9(a)
  Rule: Each box by itself

    @device:table-controller @device:shoe
    Scenario: Of two boxes the first surrenders and the second wins
      Given the shoe is stacked with 6C 9S KS 7D 9D KC 9H
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      When the round is dealt
      And seat 1 surrenders
      Then hand 2.1 may now surrender, hit, stand or double
      When seat 2 stands
      And the round is settled
      Then the dealer holds 6C KC 9H for a total of 25
      And these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00  |
        | 2.1  | Bet   | 30.00  | 0.00     | 30.00    | 30.00 |
      And the discard rack holds 9S 7D KS 9D 6C KC 9H

    @device:table-controller
    Scenario: Of two boxes the second surrenders and the first waits for the dealer
      Given the shoe is stacked with 6C 9S KS 7D 9D KC 4H
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      When the round is dealt
      And seat 1 stands
      And seat 2 surrenders
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 2.1  | Bet   | 30.00  | 15.00    | 15.00    | 0.00 |
      And the discard rack holds KS 9D
      When the round is settled
      Then the dealer holds 6C KC 4H for a total of 20
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 20.00    | 0.00     | 0.00 |
        | 2.1  | Bet   | 30.00  | 15.00    | 15.00    | 0.00 |

    @clause:665a.7~act @device:table-controller
    Scenario: A surrender out of turn is refused, and taken when the turn has come
      Given the shoe is stacked with 6C 9S KS 7D 9D KC
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      When the round is dealt
      And seat 2 tries to surrender
      Then hand 2.1 is refused surrender
      And nothing is settled yet
      When seat 1 stands
      And seat 2 surrenders
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 2.1  | Bet   | 30.00  | 15.00    | 15.00    | 0.00 |

    @device:table-controller
    Scenario: A player Blackjack is not surrendered but paid
      Given the shoe is stacked with 6C AS KD KC
      And seat 1 bets 20.00
      When the round is dealt
      Then hand 1.1 is never offered surrender
      And these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 20.00  | 0.00     | 20.00    | 20.00 |
      And the discard rack holds AS KD 6C KC
      And the round is over
