Feature: Insurance beside a surrender, 58 Pa. Code § 665a.9(d)
  A player who has insured against an ace may still surrender. Then there are two wagers with two
  fates: the surrender is settled by what the dealer's hole card makes of Bet and Double Attack,
  the Insurance Wager by whether the dealer has the Blackjack that it insures against. Neither
  changes the other. Cards stand in the order in which they leave the shoe: the dealer's upcard,
  one card to each box, a second card to each box, the dealer's hole card, then draws.

  Background:
    Given a Double Attack Blackjack table

  @clause:665a.9(d) @clause:665a.8~separate
  Rule: The dealer has no Blackjack: Insurance lost, Bet and Double Attack halved

    @clause:665a.8~win @device:table-controller @device:card-reader
    Scenario: Insurance is lost whole while the surrender costs half
      Given the shoe is stacked with AC KS 6D 9C
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 20.00
      When the round is dealt
      And seat 1 insures for 10.00
      And seat 1 surrenders
      Then nothing is settled yet
      When the hole card is read
      Then the card reader answers no Blackjack
      And these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Insurance     | 10.00  | 10.00    | 0.00     | 0.00 |
        | 1.1  | Bet           | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Double Attack | 20.00  | 10.00    | 10.00    | 0.00 |
      And the discard rack holds KS 6D AC 9C
      And the round is over

    @device:table-controller @device:card-reader
    Scenario Outline: A <hole> under the ace loses the Insurance
      Given the shoe is stacked with AC KS 6D <hole>
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 insures for 10.00
      And seat 1 surrenders
      And the hole card is read
      Then these wagers are settled
        | hand | wager     | staked | to house | returned | won  |
        | 1.1  | Insurance | 10.00  | 10.00    | 0.00     | 0.00 |
        | 1.1  | Bet       | 20.00  | 10.00    | 10.00    | 0.00 |

      Examples:
        | hole |
        | AH   |
        | 8D   |
        | 5S   |
        | 2C   |

    @device:table-controller
    Scenario: Insurance is collected at the reading, the later surrender is settled when it comes
      Given the shoe is stacked with AC KS 6D 9C
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 20.00
      When the round is dealt
      And seat 1 insures for 10.00
      And the hole card is read
      Then these wagers are settled
        | hand | wager     | staked | to house | returned | won  |
        | 1.1  | Insurance | 10.00  | 10.00    | 0.00     | 0.00 |
      And hand 1.1 may now surrender, hit, stand or double
      When seat 1 surrenders
      Then these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Insurance     | 10.00  | 10.00    | 0.00     | 0.00 |
        | 1.1  | Bet           | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Double Attack | 20.00  | 10.00    | 10.00    | 0.00 |

    @clause:665a.9(c) @device:table-controller
    Scenario: Insurance lost, Bet halved, Bust It still open: three wagers, three fates
      Given the shoe is stacked with AC KS 6D 5D 9H 8C
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      When the round is dealt
      And seat 1 insures for 10.00
      And seat 1 surrenders
      And the hole card is read
      Then these wagers are settled
        | hand | wager     | staked | to house | returned | won  |
        | 1.1  | Insurance | 10.00  | 10.00    | 0.00     | 0.00 |
        | 1.1  | Bet       | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Bust It   | 5.00   | open     | open     | open |
      When the round is settled
      Then the dealer holds AC 5D 9H 8C for a total of 23
      And these wagers are settled
        | hand | wager     | staked | to house | returned | won  |
        | 1.1  | Insurance | 10.00  | 10.00    | 0.00     | 0.00 |
        | 1.1  | Bet       | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Bust It   | 5.00   | 5.00     | 0.00     | 0.00 |

  @clause:665a.9(d) @clause:665a.8~separate
  Rule: The dealer has a Blackjack: Insurance paid 5 to 2, Bet lost, Double Attack returned

    @clause:665a.8~win @clause:665a.12(b) @device:table-controller @device:card-reader
    Scenario Outline: Insurance wins against the <hole> while the surrendered Bet is lost
      Given the shoe is stacked with AC KS 6D <hole>
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 20.00
      When the round is dealt
      And seat 1 insures for 10.00
      And seat 1 surrenders
      Then nothing is settled yet
      When the hole card is read
      Then the card reader answers Blackjack
      And these wagers are settled
        | hand | wager         | staked | to house | returned | won   |
        | 1.1  | Bet           | 20.00  | 20.00    | 0.00     | 0.00  |
        | 1.1  | Double Attack | 20.00  | 0.00     | 20.00    | 0.00  |
        | 1.1  | Insurance     | 10.00  | 0.00     | 10.00    | 25.00 |
      And the discard rack holds KS 6D AC <hole>
      And the round is over

      Examples:
        | hole |
        | KH   |
        | QC   |
        | QS   |
        | JD   |

    @clause:665a.12(b) @device:table-controller
    Scenario: Insurance for less wins on what was staked
      Given the shoe is stacked with AC KS 6D KH
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 insures for 4.00
      And seat 1 surrenders
      And the hole card is read
      Then these wagers are settled
        | hand | wager     | staked | to house | returned | won   |
        | 1.1  | Bet       | 20.00  | 20.00    | 0.00     | 0.00  |
        | 1.1  | Insurance | 4.00   | 0.00     | 4.00     | 10.00 |

    @clause:665a.9(b)(2)(i) @device:table-controller
    Scenario: All four wagers of a surrendering box at a dealer Blackjack
      Given the shoe is stacked with AC KS 6D JH
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      And seat 1 will make a Double Attack Wager of 20.00
      When the round is dealt
      And seat 1 insures for 10.00
      And seat 1 surrenders
      And the hole card is read
      Then these wagers are settled
        | hand | wager         | staked | to house | returned | won   |
        | 1.1  | Bet           | 20.00  | 20.00    | 0.00     | 0.00  |
        | 1.1  | Double Attack | 20.00  | 0.00     | 20.00    | 0.00  |
        | 1.1  | Bust It       | 5.00   | 5.00     | 0.00     | 0.00  |
        | 1.1  | Insurance     | 10.00  | 0.00     | 10.00    | 25.00 |
      And the player's net over the round is 0.00

  @clause:665a.9(d)
  Rule: Insurance comes before the surrender, and is the player's own choice

    @clause:665a.8~when @device:table-controller
    Scenario: Insurance is offered first, then the surrender
      Given the shoe is stacked with AC KS 6D 9C
      And seat 1 bets 20.00
      When the round is dealt
      Then hand 1.1 is offered insurance
      And hand 1.1 is never offered surrender
      When seat 1 insures for 10.00
      Then hand 1.1 is offered surrender

    @device:table-controller
    Scenario: Without Insurance a surrender against an ace is settled by itself
      Given the shoe is stacked with AC KS 6D KH
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 declines insurance
      And seat 1 surrenders
      And the hole card is read
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 20.00    | 0.00     | 0.00 |

    @device:table-controller
    Scenario: A box that has surrendered cannot insure any more
      Given the shoe is stacked with AC KS 6D KH
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 declines insurance
      And seat 1 surrenders
      And seat 1 insures for 10.00
      Then hand 1.1 is refused insurance
      When the hole card is read
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 20.00    | 0.00     | 0.00 |

    @device:table-controller
    Scenario: One box insures and plays, its neighbour surrenders uninsured
      Given the shoe is stacked with AC KS 9S 6D 8D 9C
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      When the round is dealt
      And seat 1 declines insurance
      And seat 2 insures for 15.00
      And seat 1 surrenders
      And the hole card is read
      Then these wagers are settled
        | hand | wager     | staked | to house | returned | won  |
        | 2.1  | Insurance | 15.00  | 15.00    | 0.00     | 0.00 |
        | 1.1  | Bet       | 20.00  | 10.00    | 10.00    | 0.00 |
      And the discard rack holds KS 6D
      When seat 2 stands
      And the round is settled
      Then the dealer holds AC 9C for a total of 20
      And these wagers are settled
        | hand | wager     | staked | to house | returned | won  |
        | 2.1  | Insurance | 15.00  | 15.00    | 0.00     | 0.00 |
        | 1.1  | Bet       | 20.00  | 10.00    | 10.00    | 0.00 |
        | 2.1  | Bet       | 30.00  | 30.00    | 0.00     | 0.00 |

    @device:table-controller
    Scenario: Both boxes insure, one surrenders, and both are paid their Insurance
      Given the shoe is stacked with AC KS 9S 6D 8D QH
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      When the round is dealt
      And seat 1 insures for 10.00
      And seat 2 insures for 15.00
      And seat 2 surrenders
      And the hole card is read
      Then these wagers are settled
        | hand | wager     | staked | to house | returned | won   |
        | 1.1  | Bet       | 20.00  | 20.00    | 0.00     | 0.00  |
        | 1.1  | Insurance | 10.00  | 0.00     | 10.00    | 25.00 |
        | 2.1  | Bet       | 30.00  | 30.00    | 0.00     | 0.00  |
        | 2.1  | Insurance | 15.00  | 0.00     | 15.00    | 37.50 |
      And the discard rack holds KS 6D 9S 8D AC QH
