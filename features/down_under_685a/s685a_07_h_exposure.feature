Feature: Early exposure of the hole card, 58 Pa. Code § 685a.7(h)
  When the upcard and the hole card are both Large, the dealer turns the hole card before the players
  act: a dealer Blackjack ends the round at once, and otherwise the players act with both dealer cards
  in view. In every other case the hole card stays down until the dealer's turn. Cards stand in the
  order in which they leave the shoe: one to each box, the upcard, a second to each box, the hole
  card, then draws.

  @clause:685a.7(h)
  Rule: Two Large dealer cards lie open before the players act

    @device:masque-reader @device:table-controller
    Scenario Outline: <upcard> with a <hole> in the hole is shown, and the players act
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S <upcard> 8D <hole>
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      Then the Masque reader lights yellow alone
      And the hole card is exposed
      And hand 1.1 is offered hit
      And hand 1.1 is offered stand
      And nothing is settled yet

      Examples:
        | upcard | hole |
        | TH     | KC   |
        | JH     | TC   |
        | QH     | JC   |
        | KH     | QC   |
        | AH     | AC   |

    @device:masque-reader @device:table-controller
    Scenario Outline: <upcard> with a <hole> in the hole stays covered
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S <upcard> 8D <hole>
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      Then the Masque reader lights <colour> alone
      And the hole card is still face down
      And hand 1.1 is offered hit

      Examples: Large over Medium or Small
        | upcard | hole | colour |
        | AH     | 9C   | red    |
        | AH     | 2C   | blue   |
        | KH     | 6C   | red    |
        | TH     | 5C   | blue   |

      Examples: Small or Medium over Large
        | upcard | hole | colour |
        | 9H     | TC   | yellow |
        | 6H     | AC   | yellow |
        | 5H     | KC   | yellow |
        | 2H     | QC   | yellow |

    @device:table-controller
    Scenario: The dealer's exposed 20 stands and beats a 19
      Given a Down Under Blackjack table
      And the shoe is stacked with TS KH 9D QC
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 stands
      And the round is settled
      Then the dealer holds KH QC for a total of 20
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |
      And the discard rack holds TS 9D KH QC

    @device:table-controller @device:shoe
    Scenario: Two exposed aces are a soft 12, and the dealer draws in his turn
      Given a Down Under Blackjack table
      And the shoe is stacked with TS AH 9D AC 6C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      Then the dealer holds AH AC for a total of 12
      When seat 1 stands
      And the round is settled
      Then the dealer holds AH AC 6C for a total of 18
      And these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |

  @clause:685a.7(h) @clause:685a.7~bj @clause:685a.1_Blackjack
  Rule: An exposed dealer Blackjack ends the round at once

    @device:masque-reader @device:table-controller
    Scenario Outline: Dealer Blackjack, <upcard> over <hole>
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S <upcard> 8D <hole>
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      Then the hole card is exposed
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |
      And hand 1.1 is never offered hit
      And the discard rack holds 9S 8D <upcard> <hole>
      And the round is over

      Examples:
        | upcard | hole |
        | AH     | TC   |
        | AH     | JC   |
        | AH     | QC   |
        | AH     | KC   |
        | TH     | AC   |
        | JH     | AC   |
        | QH     | AC   |
        | KH     | AC   |

    @device:table-controller
    Scenario: A player's 21 made by two cards only pushes against a dealer Blackjack
      Given a Down Under Blackjack table
      And the shoe is stacked with AS 9S KH KD 9D AC
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      And the hole card is read
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
        | 2.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |
      And the discard rack holds AS KD 9S 9D KH AC
      And the round is over

  @clause:685a.7~player-bj @clause:685a.11~blackjack
  Rule: A player's Blackjack is paid as soon as the dealer is known to have none

    @device:table-controller
    Scenario Outline: Paid before the others act, under <upcard> with <hole> in the hole
      Given a Down Under Blackjack table
      And the shoe is stacked with AS 9S <upcard> KD 8D <hole>
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the round is dealt
      Then nothing is settled yet
      When the hole card is read
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 15.00 |
      And the discard rack holds AS KD
      And hand 2.1 is offered hit
      And hand 1.1 is never offered hit

      Examples:
        | upcard | hole |
        | 6H     | TC   |
        | KH     | 9C   |
        | KH     | QC   |
        | AH     | 5C   |
        | AH     | AC   |
