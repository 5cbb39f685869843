Feature: Blackjack, hard totals and soft values, 58 Pa. Code § 685a.1
  A Blackjack is an ace and a card worth 10 as the first two cards of a player or of the dealer. An
  ace counts 11 as long as that keeps the hand at 21 or less, which makes its value soft; with no
  ace, or with each ace as 1, the total is hard. Cards stand in the order in which they leave the
  shoe: one to each box, the dealer's upcard, a second to each box, the hole card, then draws.

  @clause:685a.1_Blackjack @clause:685a.11~blackjack
  Rule: An ace and a card worth 10, as the first two cards, are a Blackjack

    @device:table-controller
    Scenario Outline: <first> and <second> are a Blackjack and win 3 to 2
      Given a Down Under Blackjack table
      And the shoe is stacked with <first> 6H <second> TC
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 15.00 |
      And hand 1.1 is never offered hit
      And the discard rack holds <first> <second> 6H TC
      And the round is over

      Examples:
        | first | second |
        | AS    | TD     |
        | AS    | JD     |
        | AS    | QD     |
        | AS    | KD     |
        | TS    | AD     |
        | JS    | AD     |
        | QS    | AD     |
        | KS    | AD     |

    @device:table-controller
    Scenario: A 21 in three cards is no Blackjack and wins 1 to 1
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 7H 6D TC TD
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 hits
      Then hand 1.1 counts hard 21
      When seat 1 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |

    @device:table-controller
    Scenario: An odd Bet on a Blackjack is paid to the cent
      Given a Down Under Blackjack table
      And the shoe is stacked with AS 6H KD TC
      And seat 1 bets 7.50
      When the round is dealt
      And the hole card is read
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 7.50   | 0.00     | 7.50     | 11.25 |

  @clause:685a.1_Soft_value
  Rule: An ace counts 11 while the hand stays at 21 or less

    @device:table-controller
    Scenario: A soft 17 that draws a king is a hard 17 and not over 21
      Given a Down Under Blackjack table
      And the shoe is stacked with AS 7H 6D TC KD
      And seat 1 bets 10.00
      When the round is dealt
      Then hand 1.1 counts soft 17
      When the hole card is read
      And seat 1 hits
      Then hand 1.1 counts hard 17
      And nothing is settled yet
      When seat 1 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |

    @device:table-controller
    Scenario: Two aces are a soft 12, and a 9 makes them a soft 21
      Given a Down Under Blackjack table
      And the shoe is stacked with AS 7H AD TC 9C
      And seat 1 bets 10.00
      When the round is dealt
      Then hand 1.1 counts soft 12
      When the hole card is read
      And seat 1 hits
      Then hand 1.1 counts soft 21
      When seat 1 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |

  @clause:685a.1_Hard_total
  Rule: With no ace, or with each ace as 1, the total is hard

    @device:table-controller
    Scenario: A hard 16 that draws a 6 is over 21
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 7H 6D TC 6C
      And seat 1 bets 10.00
      When the round is dealt
      Then hand 1.1 counts hard 16
      When the hole card is read
      And seat 1 hits
      Then hand 1.1 is bust
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |

    @device:table-controller
    Scenario: A hard 17 with an ace as 1 is over 21 with a 5
      Given a Down Under Blackjack table
      And the shoe is stacked with AS 7H 6D TC KD 5C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 hits
      And seat 1 hits
      Then hand 1.1 is bust
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |
