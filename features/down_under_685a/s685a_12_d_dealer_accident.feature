Feature: The dealer on 17 draws a card by accident, 58 Pa. Code § 685a.12(d)
  The dealer's 17 is final. A card that he draws for himself all the same goes to the discard rack;
  his total, and everything settled on it, stays as if nothing had been drawn. Cards stand in the
  order in which they leave the shoe: one to each box, the upcard, a second to each box, the hole
  card, then draws.

  @clause:685a.12(d)
  Rule: The card goes to the discard rack and the 17 stays

    @device:shoe @device:table-controller
    Scenario Outline: <kind> 17, and the card drawn by accident is a <card>
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S <upcard> 9D <hole> <card>
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 stands
      And the dealer draws a card for himself by accident
      Then the discard rack holds <card>
      And the dealer holds <upcard> <hole> for a total of 17
      And exactly 2 cards are called for the dealer
      When the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |
      And the discard rack holds <card> 9S 9D <upcard> <hole>

      Examples: cards that would have made 18 to 21
        | kind | upcard | hole | card |
        | Hard | 7H     | TC   | AC   |
        | Hard | 7H     | TC   | 4C   |
        | Hard | TH     | 7C   | 3C   |
        | Hard | 9H     | 8C   | 2C   |
        | Soft | 6H     | AC   | 4C   |
        | Soft | AH     | 6C   | 2C   |

    @device:shoe @device:table-controller
    Scenario: A card that would have put the dealer over 21 does not save a losing hand
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 7H 6D TC KD
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 stands
      And the dealer draws a card for himself by accident
      And the round is settled
      Then the dealer holds 7H TC for a total of 17
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |
      And the discard rack holds KD TS 6D 7H TC

    @device:shoe @device:table-controller
    Scenario: A 17 that the dealer has drawn to
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 6H 9D 5C 6C 4C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 stands
      And the dealer plays his hand
      And the dealer draws a card for himself by accident
      Then the dealer holds 6H 5C 6C for a total of 17
      And the discard rack holds 4C
      When the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |

    @device:shoe @device:table-controller
    Scenario: A 17 that has been in view since the light
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S AH 9D AC 5C 4C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      Then the hole card is exposed
      When seat 1 stands
      And the dealer plays his hand
      And the dealer draws a card for himself by accident
      Then the dealer holds AH AC 5C for a total of 17
      And the discard rack holds 4C

    @clause:685a.12(b) @device:shoe @device:table-controller
    Scenario: Unseen, it goes to the rack all the same and is not kept as the next card
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 7H 9D TC 4C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 stands
      And a card is drawn in error with its face hidden
      Then the discard rack holds 4C
      And no card drawn in error is left
      When the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |

    @device:shoe @device:table-controller
    Scenario: Two cards by accident go to the rack both
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 7H 9D TC 2C 2D
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 stands
      And the dealer draws a card for himself by accident
      And the dealer draws a card for himself by accident
      Then the discard rack holds 2C 2D
      And the dealer holds 7H TC for a total of 17

  @clause:685a.12(d)
  Rule: 18 to 21 are treated as 17, by house rule
    The clause names 17 only. On the totals above it the dealer stands just as well, and the house
    applies the same remedy; a device that does otherwise earns a remark, not a finding.

    @device:shoe @device:table-controller
    Scenario Outline: The dealer has <total>
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S <upcard> 9D <hole> <card>
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 stands
      And the dealer draws a card for himself by accident
      Then the discard rack holds <card>
      And the dealer holds <upcard> <hole> for a total of <total>
      When the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house   | returned   | won  |
        | 1.1  | Bet   | 10.00  | <to house> | <returned> | 0.00 |

      Examples: the card would have put him over 21, or lowered his total to 17
        | upcard | hole | total | card | to house | returned |
        | 8H     | TC   | 18    | KD   | 0.00     | 10.00    |
        | 7H     | AC   | 18    | 9C   | 0.00     | 10.00    |
        | 9H     | TC   | 19    | 5C   | 10.00    | 0.00     |
        | KH     | QC   | 20    | 2C   | 10.00    | 0.00     |

    @device:shoe @device:table-controller
    Scenario: The dealer has 21 in three cards
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 5H 9D 6C TD KD
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 stands
      And the dealer plays his hand
      And the dealer draws a card for himself by accident
      Then the discard rack holds KD
      And the dealer holds 5H 6C TD for a total of 21
      When the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 10.00    | 0.00     | 0.00 |
