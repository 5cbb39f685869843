Feature: Blackjack, hole card, hard and soft totals, 58 Pa. Code § 665a.1
  The words the chapter builds on. A Blackjack is an ace with a card worth 10 as the first two
  cards of a player or of the dealer. The hole card is the dealer's second card and lies face
  down; the card reader answers one question about it, whether it gives the dealer a Blackjack. A
  total is soft while an ace in it counts 11, hard with no such ace. Cards stand in the order in
  which they leave the shoe: the dealer's upcard, one card to each box, a second card to each box,
  the hole card, then draws.

  Background:
    Given a Double Attack Blackjack table

  @clause:665a.1_Blackjack
  Rule: A Blackjack is the first two cards and no others

    @device:table-controller
    Scenario: A 21 in three cards is no Blackjack and still has its choices
      Given the shoe is stacked with 6C 5S 7D KC 9H 5D
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 hits
      Then hand 1.1 counts hard 21
      And nothing is settled yet
      And hand 1.1 may now surrender, hit, stand or double
      When seat 1 stands
      And the round is settled
      Then the dealer holds 6C KC 5D for a total of 21
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 0.00     | 20.00    | 0.00 |

    @device:table-controller
    Scenario: Two aces are no Blackjack
      Given the shoe is stacked with 6C AS AD KC
      And seat 1 bets 20.00
      When the round is dealt
      Then hand 1.1 counts soft 12
      And nothing is settled yet
      And hand 1.1 may now surrender, hit, stand, double or split

  @clause:665a.1_Card_reader_device @clause:665a.7(g)
  Rule: The card reader says whether the hole card makes a Blackjack, and no more

    @device:card-reader
    Scenario Outline: With nobody surrendering, a <hole> under a <upcard>: <answer>
      Given the shoe is stacked with <upcard> KS 9D <hole>
      And seat 1 bets 20.00
      When the round is dealt
      And the hole card is read
      Then the card reader answers <answer>
      And the card reader is used once

      Examples:
        | upcard | hole | answer       |
        | AC     | QH   | Blackjack    |
        | AS     | KC   | Blackjack    |
        | AD     | JD   | Blackjack    |
        | QS     | AH   | Blackjack    |
        | KH     | AD   | Blackjack    |
        | JC     | AC   | Blackjack    |
        | AC     | AS   | no Blackjack |
        | AH     | 9D   | no Blackjack |
        | KC     | QH   | no Blackjack |
        | QD     | KS   | no Blackjack |
        | JH     | 2C   | no Blackjack |

    @device:card-reader
    Scenario: The answer to one round is not carried into the next
      Given the shoe is stacked with KC KS 9D 8C QC 9S 9H AC
      And seat 1 bets 20.00
      When the round is dealt
      And the hole card is read
      Then the card reader answers no Blackjack
      When seat 1 stands
      And the round is settled
      Then the round is over
      When the round is dealt
      And the hole card is read
      Then the card reader answers Blackjack
      And the card reader is used twice

  @clause:665a.1_Hole_card @clause:665a.7~deal-order @clause:665a.7~shoe
  Rule: The hole card is the dealer's second card and lies face down

    @device:shoe @device:table-controller
    Scenario: Deal order with two boxes
      Given the shoe is stacked with 6C 9S KS 7D 9D KC
      And seat 1 bets 20.00
      And seat 2 bets 20.00
      When the round opens
      Then the next card goes to the dealer, face up
      When the dealer's first card is dealt
      And the wagers are closed
      Then the next card goes to hand 1.1, face up
      When the cards are dealt until hand 2.1 is due
      Then the next card goes to hand 2.1, face up
      When the cards are dealt until hand 1.1 is due
      Then the next card goes to hand 1.1, face up
      When the cards are dealt until the dealer is due
      Then the next card goes to the dealer, face down
      When the deal goes on
      Then hand 1.1 holds 9S 7D
      And hand 2.1 holds KS 9D
      And the hole card is still face down
      And hand 1.1 may now surrender, hit, stand or double

  @clause:665a.1_Soft_total @clause:665a.3~values
  Rule: An ace counts 11 while that keeps the hand at 21 or less

    @device:table-controller
    Scenario: A soft 17 that draws a king is a hard 17 and not over 21
      Given the shoe is stacked with 7C AS 6D KC KD
      And seat 1 bets 20.00
      When the round is dealt
      Then hand 1.1 counts soft 17
      When seat 1 hits
      Then hand 1.1 counts hard 17
      And nothing is settled yet
      When seat 1 stands
      And the round is settled
      Then the dealer holds 7C KC for a total of 17
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 0.00     | 20.00    | 0.00 |

    @device:table-controller
    Scenario: Of two aces only one counts 11
      Given the shoe is stacked with 7C AS AD KC 9H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 hits
      Then hand 1.1 counts soft 21
      When seat 1 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 20.00  | 0.00     | 20.00    | 20.00 |

  @clause:665a.1_Hard_total @clause:665a.3~values
  Rule: With no ace, or with each ace as 1, the total is hard

    @device:table-controller
    Scenario Outline: <first> and <second> count <total> against the dealer's 17
      Given the shoe is stacked with 7C <first> <second> KC
      And seat 1 bets 20.00
      When the round is dealt
      Then hand 1.1 counts hard <total>
      When seat 1 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned   | won   |
        | 1.1  | Bet   | 20.00  | <house>  | <returned> | <won> |

      Examples:
        | first | second | total | house | returned | won   |
        | JS    | 8D     | 18    | 0.00  | 20.00    | 20.00 |
        | QS    | 7D     | 17    | 0.00  | 20.00    | 0.00  |
        | KS    | 6D     | 16    | 20.00 | 0.00     | 0.00  |
        | 9S    | 8D     | 17    | 0.00  | 20.00    | 0.00  |
        | 5S    | 4D     | 9     | 20.00 | 0.00     | 0.00  |
        | 2S    | 3D     | 5     | 20.00 | 0.00     | 0.00  |

    @device:table-controller
    Scenario: With each ace as 1 a hand can still go over 21
      Given the shoe is stacked with 7C AS 6D KC KD 5H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 hits
      And seat 1 hits
      Then hand 1.1 counts hard 22
      And hand 1.1 is bust
