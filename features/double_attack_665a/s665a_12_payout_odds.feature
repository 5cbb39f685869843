Feature: What winning wagers pay, 58 Pa. Code § 665a.12
  A winning Bet and a winning Double Attack are paid evens, a player's Blackjack not a chip more.
  A winning Insurance is paid 5 to 2. A winning Bust It is paid by one table: by the card that
  takes the dealer over 21, and more for three 8s of one colour or of one suit. Cards stand in the
  order in which they leave the shoe: the dealer's upcard, one card to each box, a second card to
  each box, the dealer's hole card, then draws.

  Background:
    Given a Double Attack Blackjack table

  @clause:665a.12(a)
  Rule: Bet and Double Attack pay 1 to 1

    @clause:665a.7~compare @device:table-controller
    Scenario Outline: A Bet of <bet> and a Double Attack of <attack> each win as much again
      Given the shoe is stacked with 9C KS 9D 8D
      And seat 1 bets <bet>
      And seat 1 will make a Double Attack Wager of <attack>
      When the round is dealt
      And seat 1 stands
      And the round is settled
      Then the dealer holds 9C 8D for a total of 17
      And these wagers are settled
        | hand | wager         | staked   | to house | returned | won      |
        | 1.1  | Bet           | <bet>    | 0.00     | <bet>    | <bet>    |
        | 1.1  | Double Attack | <attack> | 0.00     | <attack> | <attack> |

      Examples:
        | bet   | attack |
        | 20.00 | 20.00  |
        | 12.50 | 5.00   |
        | 0.05  | 0.01   |

    @clause:665a.7~player-bj @device:table-controller
    Scenario Outline: A player Blackjack, <first> and <second>, pays evens on both wagers
      Given the shoe is stacked with 6C <first> <second> KC
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 10.00
      When the round is dealt
      Then these wagers are settled
        | hand | wager         | staked | to house | returned | won   |
        | 1.1  | Bet           | 20.00  | 0.00     | 20.00    | 20.00 |
        | 1.1  | Double Attack | 10.00  | 0.00     | 10.00    | 10.00 |
      And the discard rack holds <first> <second> 6C KC
      And the round is over

      Examples:
        | first | second |
        | AS    | KD     |
        | AC    | QH     |
        | JD    | AH     |

  @clause:665a.12(b)
  Rule: Insurance pays 5 to 2

    @clause:665a.8~win @device:table-controller
    Scenario Outline: An Insurance of <staked> wins <won>
      Given the shoe is stacked with AC KS 9D KH
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 insures for <staked>
      And the hole card is read
      Then these wagers are settled
        | hand | wager     | staked   | to house | returned | won   |
        | 1.1  | Bet       | 20.00    | 20.00    | 0.00     | 0.00  |
        | 1.1  | Insurance | <staked> | 0.00     | <staked> | <won> |

      Examples:
        | staked | won   |
        | 10.00  | 25.00 |
        | 7.50   | 18.75 |
        | 4.00   | 10.00 |
        | 0.01   | 0.025 |

  @clause:665a.12(c)
  Rule: Bust It pays by the card that takes the dealer over 21

    @device:table-controller
    Scenario Outline: Bust It of <staked>: the dealer's <upcard> <hole> <third> pays <odds> to 1
      Given the shoe is stacked with <upcard> KS 9D <hole> <third>
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of <staked>
      When the round is dealt
      And seat 1 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager   | staked   | to house | returned | won   |
        | 1.1  | Bet     | 20.00    | 0.00     | 20.00    | 20.00 |
        | 1.1  | Bust It | <staked> | 0.00     | <staked> | <won> |

      Examples:
        | upcard | hole | third | odds | staked | won    |
        | 8S     | 8S   | 8S    | 200  | 2.50   | 500.00 |
        | 8C     | 8S   | 8C    | 50   | 2.50   | 125.00 |
        | 9S     | 7S   | 6S    | 15   | 2.50   | 37.50  |
        | 8D     | 7C   | 7H    | 10   | 2.50   | 25.00  |
        | 8C     | 8D   | 8H    | 8    | 2.50   | 20.00  |
        | 7C     | 8D   | 8H    | 8    | 2.50   | 20.00  |
        | 6C     | 7D   | 9H    | 6    | 2.50   | 15.00  |
        | 2C     | KD   | KH    | 3    | 2.50   | 7.50   |
        | 6D     | 9H   | QC    | 3    | 0.05   | 0.15   |
        | 5H     | KS   | JD    | 3    | 1.00   | 3.00   |

    @clause:665a.7~player-bust @clause:665a.7~dealer-must-play @device:table-controller
    Scenario: Bust It is about the dealer's hand, not the player's: it wins after the player's bust
      Given the shoe is stacked with 9C KS 6D 7D 8H 9H
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      When the round is dealt
      And seat 1 hits
      Then hand 1.1 is bust
      And the Bust It Wager of seat 1 stays on the layout
      When the round is settled
      Then the dealer holds 9C 7D 9H for a total of 25
      And these wagers are settled
        | hand | wager   | staked | to house | returned | won   |
        | 1.1  | Bet     | 20.00  | 20.00    | 0.00     | 0.00  |
        | 1.1  | Bust It | 5.00   | 0.00     | 5.00     | 30.00 |
      And the discard rack holds KS 6D 8H 9C 7D 9H

    @device:table-controller
    Scenario: A dealer over 21 on his fourth card pays the Bet and not the Bust It
      Given the shoe is stacked with 5C KS 9D 4D 3H KD
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      When the round is dealt
      And seat 1 stands
      And the round is settled
      Then the dealer holds 5C 4D 3H KD for a total of 22
      And these wagers are settled
        | hand | wager   | staked | to house | returned | won   |
        | 1.1  | Bet     | 20.00  | 0.00     | 20.00    | 20.00 |
        | 1.1  | Bust It | 5.00   | 5.00     | 0.00     | 0.00  |

    @device:table-controller
    Scenario: Three 8s of the player have nothing to do with it
      Given the shoe is stacked with 9C 8S 8S 8D 4S
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      When the round is dealt
      And seat 1 hits
      And seat 1 stands
      And the round is settled
      Then the dealer holds 9C 8D for a total of 17
      And these wagers are settled
        | hand | wager   | staked | to house | returned | won   |
        | 1.1  | Bet     | 20.00  | 0.00     | 20.00    | 20.00 |
        | 1.1  | Bust It | 5.00   | 5.00     | 0.00     | 0.00  |
