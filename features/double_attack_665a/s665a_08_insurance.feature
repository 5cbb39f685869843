Feature: The Insurance Wager, 58 Pa. Code § 665a.8
  With an ace as the dealer's first card a player may insure up to half of his Bet, before the
  hole card is read. Insurance is settled on its own as soon as the reading is known. Of this
  section only its purpose and the odds were read, so most of what is held here rests on inferred
  law. Cards stand in the order in which they leave the shoe: the dealer's upcard, one card to
  each box, a second card to each box, the hole card, then draws.

  Background:
    Given a Double Attack Blackjack table

  @clause:665a.8~when @clause:665a.6~insurance
  Rule: Offered with an ace up, before the hole card is read

    @device:table-controller
    Scenario: Each box is offered it once the hole card lies
      Given the shoe is stacked with AC KS 9S 9D 8D 9C
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      When the round is dealt
      Then hand 1.1 is offered insurance
      And hand 2.1 is offered insurance
      And nothing is settled yet
      And hand 1.1 is never offered hit

    @device:table-controller
    Scenario Outline: With a <upcard> up it is never offered
      Given the shoe is stacked with <upcard> KS 9D 9C
      And seat 1 bets 20.00
      When the round is dealt
      Then hand 1.1 is never offered insurance
      When seat 1 insures for 10.00
      Then hand 1.1 is refused insurance

      Examples:
        | upcard |
        | KC     |
        | JD     |
        | 9H     |

  @clause:665a.8~cap
  Rule: At most half of the insured stake

    @device:table-controller
    Scenario: A cent more than half of the Bet is refused
      Given the shoe is stacked with AC KS 9D KH
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 20.00
      When the round is dealt
      And seat 1 insures for 10.01
      Then hand 1.1 is refused insurance
      When seat 1 insures for 10.00
      And the hole card is read
      Then these wagers are settled
        | hand | wager         | staked | to house | returned | won   |
        | 1.1  | Bet           | 20.00  | 20.00    | 0.00     | 0.00  |
        | 1.1  | Double Attack | 20.00  | 0.00     | 20.00    | 0.00  |
        | 1.1  | Insurance     | 10.00  | 0.00     | 10.00    | 25.00 |

    @device:table-controller
    Scenario: Where the house rule insures Bet and Double Attack together
      Given the house rule insurance_base is "bet_plus_double_attack"
      And the shoe is stacked with AC KS 9D KH
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 20.00
      When the round is dealt
      And seat 1 insures for 20.00
      And the hole card is read
      Then these wagers are settled
        | hand | wager         | staked | to house | returned | won   |
        | 1.1  | Bet           | 20.00  | 20.00    | 0.00     | 0.00  |
        | 1.1  | Double Attack | 20.00  | 0.00     | 20.00    | 0.00  |
        | 1.1  | Insurance     | 20.00  | 0.00     | 20.00    | 50.00 |

  @clause:665a.8~win @clause:665a.8~separate
  Rule: It wins with a court card under the ace and loses otherwise, at once

    @device:table-controller @device:card-reader
    Scenario: It is lost at the reading, before anyone acts, and the hand plays on
      Given the shoe is stacked with AC KS 9D 7C
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 insures for 10.00
      And the hole card is read
      Then these wagers are settled
        | hand | wager     | staked | to house | returned | won  |
        | 1.1  | Insurance | 10.00  | 10.00    | 0.00     | 0.00 |
      And hand 1.1 may now surrender, hit, stand or double
      When seat 1 stands
      And the round is settled
      Then the dealer holds AC 7C for a total of 18
      And these wagers are settled
        | hand | wager     | staked | to house | returned | won   |
        | 1.1  | Insurance | 10.00  | 10.00    | 0.00     | 0.00  |
        | 1.1  | Bet       | 20.00  | 0.00     | 20.00    | 20.00 |

    @device:table-controller @device:card-reader
    Scenario: A player Blackjack that insured is a push with its Insurance paid
      Given the shoe is stacked with AC KS AD JC
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 insures for 10.00
      And the hole card is read
      Then these wagers are settled
        | hand | wager     | staked | to house | returned | won   |
        | 1.1  | Bet       | 20.00  | 0.00     | 20.00    | 0.00  |
        | 1.1  | Insurance | 10.00  | 0.00     | 10.00    | 25.00 |

    @device:table-controller @device:card-reader
    Scenario: A player Blackjack that insured is paid and its Insurance lost
      Given the shoe is stacked with AC KS AD 7C
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 insures for 10.00
      And the hole card is read
      Then these wagers are settled
        | hand | wager     | staked | to house | returned | won   |
        | 1.1  | Insurance | 10.00  | 10.00    | 0.00     | 0.00  |
        | 1.1  | Bet       | 20.00  | 0.00     | 20.00    | 20.00 |
      And the round is over
