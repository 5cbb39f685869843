Feature: A round without a surrender, 58 Pa. Code § 665a.7
  What everyone at the table expects of a round: the reader before the players act where the
  dealer's first card calls for it, each hand in its turn, a bust lost at once, the dealer drawing
  to 16 and standing on 17, and Bet and Double Attack settled against his total. Of this section
  only (g) and (m) are known by letter, so most of what is held here rests on inferred law. Cards
  stand in the order in which they leave the shoe: the dealer's upcard, one card to each box, a
  second card to each box, the dealer's hole card, then draws.

  Background:
    Given a Double Attack Blackjack table

  @clause:665a.7(g)
  Rule: With an ace, king, queen or jack up the hole card is read before anyone acts

    @clause:665a.7~peek-clear @device:card-reader @device:table-controller
    Scenario: An ace up is read, and the hole card stays face down until the players are done
      Given the shoe is stacked with AC KS 5D 9C 4H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 declines insurance
      And no more surrenders are announced
      Then the dealer is told to read the hole card
      And hand 1.1 is never offered hit
      When the hole card is read
      Then hand 1.1 may now surrender, hit, stand or double
      When seat 1 hits
      Then the hole card is still face down
      When seat 1 stands
      Then the hole card is exposed

    @clause:665a.7~peek-clear @device:card-reader @device:table-controller
    Scenario Outline: A <upcard> up is read, and the hole card is turned when the players are done
      Given the shoe is stacked with <upcard> KS 5D 9C 4H
      And seat 1 bets 20.00
      When the round is dealt
      And no more surrenders are announced
      Then the dealer is told to read the hole card
      And hand 1.1 is never offered hit
      When the hole card is read
      Then hand 1.1 may now surrender, hit, stand or double
      When seat 1 hits
      Then the hole card is still face down
      When seat 1 stands
      Then the hole card is exposed

      Examples:
        | upcard |
        | KC     |
        | QD     |
        | JH     |

    @device:card-reader @device:table-controller
    Scenario Outline: A <upcard> up is not read
      Given the shoe is stacked with <upcard> KS 9D KC
      And seat 1 bets 20.00
      When the round is dealt
      Then hand 1.1 may now surrender, hit, stand or double
      And the card reader stays idle

      Examples:
        | upcard |
        | 2C     |
        | 5D     |
        | 9H     |

  @clause:665a.7~peek-bj
  Rule: A dealer Blackjack ends the round at the reading

    @device:card-reader @device:table-controller
    Scenario: Bet and Bust It lost, Double Attack returned, and no further card
      Given the shoe is stacked with QC KS 5D AC
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      And seat 1 will make a Double Attack Wager of 20.00
      When the round is dealt
      And the hole card is read
      Then the hole card is exposed
      And these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Bet           | 20.00  | 20.00    | 0.00     | 0.00 |
        | 1.1  | Double Attack | 20.00  | 0.00     | 20.00    | 0.00 |
        | 1.1  | Bust It       | 5.00   | 5.00     | 0.00     | 0.00 |
      And the discard rack holds KS 5D QC AC
      And the round is over

    @device:table-controller
    Scenario: Blackjack against Blackjack is a push
      Given the shoe is stacked with QC KS AD AC
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 20.00
      When the round is dealt
      And the hole card is read
      Then these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Bet           | 20.00  | 0.00     | 20.00    | 0.00 |
        | 1.1  | Double Attack | 20.00  | 0.00     | 20.00    | 0.00 |

    @device:table-controller
    Scenario: Where the house rule keeps the Double Attack at a dealer Blackjack
      Given the house rule dealer_bj_double_attack is "to_house"
      And the shoe is stacked with QC KS 5D AC
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 20.00
      When the round is dealt
      And the hole card is read
      Then these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Bet           | 20.00  | 20.00    | 0.00     | 0.00 |
        | 1.1  | Double Attack | 20.00  | 20.00    | 0.00     | 0.00 |

  @clause:665a.7~player-bj
  Rule: A player Blackjack is paid as soon as the dealer is known to have none

    @device:table-controller
    Scenario: Against a 6 it is paid and taken before anyone acts
      Given the shoe is stacked with 6C AS 9S KD 8D KC
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      When the round is dealt
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 20.00  | 0.00     | 20.00    | 20.00 |
      And the discard rack holds AS KD
      And hand 2.1 may now surrender, hit, stand or double

    @device:table-controller
    Scenario: Against a king it waits for the reader
      Given the shoe is stacked with KC AS KD 9C
      And seat 1 bets 20.00
      When the round is dealt
      Then nothing is settled yet
      When the hole card is read
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 20.00  | 0.00     | 20.00    | 20.00 |
      And the discard rack holds AS KD KC 9C
      And the round is over

  @clause:665a.7~act
  Rule: Hands act one after the other

    @device:table-controller
    Scenario: The second box waits for the first
      Given the shoe is stacked with 6C 5S KS 6D 9D KC
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      When the round is dealt
      Then hand 1.1 may now surrender, hit, stand or double
      When seat 2 tries to hit
      Then hand 2.1 is refused hit
      And exactly 2 cards are called for hand 2.1
      When seat 1 stands
      Then hand 2.1 may now surrender, hit, stand or double

    @device:table-controller @device:shoe
    Scenario: Each hit brings one card to the hand that asked
      Given the shoe is stacked with 6C 2S KS 3D 9D KC 4H 5H 6H
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      When the round is dealt
      And seat 1 hits
      And seat 1 hits
      And seat 1 hits
      Then hand 1.1 holds 2S 3D 4H 5H 6H
      And exactly 5 cards are called for hand 1.1
      And exactly 2 cards are called for hand 2.1

    @device:table-controller
    Scenario: Having stood, a hand gets no card
      Given the shoe is stacked with 6C 5S KS 6D 9D KC
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      When the round is dealt
      And seat 1 stands
      And seat 1 tries to hit
      Then hand 1.1 is refused hit
      And exactly 2 cards are called for hand 1.1

  @clause:665a.7~player-bust
  Rule: Over 21 the hand is lost at once, and the Bust It stays

    @device:table-controller
    Scenario: A bust is collected before the next box acts
      Given the shoe is stacked with 6C KS 9S 6D 8D KC 9H
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 20.00
      And seat 2 bets 30.00
      When the round is dealt
      And seat 1 hits
      Then these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Bet           | 20.00  | 20.00    | 0.00     | 0.00 |
        | 1.1  | Double Attack | 20.00  | 20.00    | 0.00     | 0.00 |
      And the discard rack holds KS 6D 9H
      And hand 2.1 may now surrender, hit, stand or double

    @device:table-controller
    Scenario: When every hand is over 21 the dealer does not play
      Given the shoe is stacked with 6C KS 6D KC 9H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 hits
      Then the hole card is still face down
      And exactly 2 cards are called for the dealer
      And the discard rack holds KS 6D 9H 6C KC
      And the round is over

    @clause:665a.7~dealer-must-play @clause:665a.7(m) @device:table-controller
    Scenario: With a Bust It on the layout the dealer plays though every hand is over 21
      Given the shoe is stacked with 6C KS 6D KC 9H 3H
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      When the round is dealt
      And seat 1 hits
      Then the hole card is exposed
      When the round is settled
      Then the dealer holds 6C KC 3H for a total of 19
      And these wagers are settled
        | hand | wager   | staked | to house | returned | won  |
        | 1.1  | Bet     | 20.00  | 20.00    | 0.00     | 0.00 |
        | 1.1  | Bust It | 5.00   | 5.00     | 0.00     | 0.00 |

  @clause:665a.7~dealer-draw
  Rule: The dealer draws to 16 and stands on every 17

    @device:table-controller @device:shoe
    Scenario Outline: The dealer ends with <upcard> <rest>, a <total>
      Given the shoe is stacked with <upcard> KS 9D <rest>
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 stands
      And the round is settled
      Then the dealer holds <upcard> <rest> for a total of <total>
      And these wagers are settled
        | hand | wager | staked | to house | returned   | won   |
        | 1.1  | Bet   | 20.00  | <house>  | <returned> | <won> |

      Examples: hard totals
        | upcard | rest        | total | house | returned | won   |
        | 8C     | 9D          | 17    | 0.00  | 20.00    | 20.00 |
        | 7C     | 9D 5H       | 21    | 20.00 | 0.00     | 0.00  |
        | 9C     | 7D AH       | 17    | 0.00  | 20.00    | 20.00 |
        | 2C     | 3D 4H 5S 6C | 20    | 20.00 | 0.00     | 0.00  |

      Examples: soft totals
        | upcard | rest        | total | house | returned | won   |
        | 6C     | AD          | 17    | 0.00  | 20.00    | 20.00 |
        | 5C     | AD AH       | 17    | 0.00  | 20.00    | 20.00 |
        | 5C     | AD KH 2S    | 18    | 0.00  | 20.00    | 20.00 |
        | 2C     | AD 3H 5S    | 21    | 20.00 | 0.00     | 0.00  |

    @device:table-controller
    Scenario: Where the house rule has the dealer hit a soft 17
      Given the house rule dealer_soft_17 is "hit"
      And the shoe is stacked with 6C KS 9D AD 3H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 stands
      And the round is settled
      Then the dealer holds 6C AD 3H for a total of 20
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 20.00    | 0.00     | 0.00 |

  @clause:665a.7~compare
  Rule: Higher wins, lower loses, equal is a push

    @device:table-controller
    Scenario Outline: A player's 19 against the dealer's <total>
      Given the shoe is stacked with 9C KS 9D <rest>
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 10.00
      When the round is dealt
      And seat 1 stands
      And the round is settled
      Then the dealer holds 9C <rest> for a total of <total>
      And these wagers are settled
        | hand | wager         | staked | to house      | returned | won          |
        | 1.1  | Bet           | 20.00  | <bet lost>    | <bet>    | <bet won>    |
        | 1.1  | Double Attack | 10.00  | <attack lost> | <attack> | <attack won> |
      And the discard rack holds KS 9D 9C <rest>

      Examples:
        | rest  | total | bet lost | bet   | bet won | attack lost | attack | attack won |
        | 9H    | 18    | 0.00     | 20.00 | 20.00   | 0.00        | 10.00  | 10.00      |
        | KH    | 19    | 0.00     | 20.00 | 0.00    | 0.00        | 10.00  | 0.00       |
        | AH    | 20    | 20.00    | 0.00  | 0.00    | 10.00       | 0.00   | 0.00       |
        | 7H KD | 26    | 0.00     | 20.00 | 20.00   | 0.00        | 10.00  | 10.00      |

    @device:table-controller
    Scenario: Each box against the dealer by itself
      Given the shoe is stacked with 9C KS KD 9D 7H 9H
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      When the round is dealt
      And seat 1 stands
      And seat 2 stands
      And the round is settled
      Then the dealer holds 9C 9H for a total of 18
      And these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 20.00  | 0.00     | 20.00    | 20.00 |
        | 2.1  | Bet   | 30.00  | 30.00    | 0.00     | 0.00  |
      And the discard rack holds KS 9D KD 7H 9C 9H

  @clause:665a.7~cover-out @clause:665a.5~when @clause:665a.3~cover
  Rule: The cover card ends the shoe, not the round

    @device:shoe @device:table-controller
    Scenario: The round is finished, then the cards are shuffled again
      Given the shoe is stacked with 6C 9S 7D cover KC 4H
      And seat 1 bets 20.00
      When the round is dealt
      Then the shoe reports the cover card
      And hand 1.1 may now surrender, hit, stand or double
      And no reshuffle is asked for
      When seat 1 stands
      And the round is settled
      Then the dealer holds 6C KC 4H for a total of 20
      And a reshuffle of the shoe is asked for

  @clause:665a.7~burn
  Rule: The first card of a full batch is burned

    @device:shoe @device:table-controller
    Scenario: The burn card goes to the rack and no hand gets it
      Given seat 1 bets 20.00
      When a full batch is put in the shoe as 2C 6C 9S 7D KC
      Then a burn is asked for
      When the first card is burned
      Then the discard rack holds 2C
      When the round is dealt
      And seat 1 surrenders
      Then the discard rack holds 2C 9S 7D 6C KC
