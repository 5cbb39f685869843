Feature: A hand that missed a card of the initial deal, 58 Pa. Code § 685a.12(f)
  A hand that got no card at all is dead for this round; its player takes part in the next deal. A
  hand that got one card may have its second after all other players have theirs, if its player so
  chooses. Cards stand in the order in which they really leave the shoe; a hand passed over gets none.

  @clause:685a.12(f)
  Rule: No card: the hand is dead and its player is in the next deal

    @device:table-controller @device:shoe
    Scenario: Passed over twice: dead, the Bet back, no card offered
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 7H 9D TC
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the cards are dealt until hand 2.1 is due
      And the dealer passes over hand 2.1
      Then the next card goes to the dealer, face up
      When the cards are dealt until hand 2.1 is due
      And the dealer passes over hand 2.1
      Then hand 2.1 is dead
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 2.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
      And hand 2.1 is never offered the second card
      And the next card goes to the dealer, face down
      When the deal goes on
      Then hand 1.1 holds TS 9D
      And the dealer holds 7H TC for a total of 17

    @device:table-controller
    Scenario: The others play the round to its end without it
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 7H 9D TC
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the cards are dealt until hand 2.1 is due
      And the dealer passes over hand 2.1
      And the cards are dealt until hand 2.1 is due
      And the dealer passes over hand 2.1
      And the deal goes on
      And the hole card is read
      And seat 1 stands
      Then hand 2.1 is never offered hit
      When the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |
        | 2.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00  |
      And the discard rack holds TS 9D 7H TC

    @device:table-controller @device:shoe
    Scenario: In the next round it is dealt in
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 7H 9D TC 9S 5D 6H 8C TD 7C
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the cards are dealt until hand 2.1 is due
      And the dealer passes over hand 2.1
      And the cards are dealt until hand 2.1 is due
      And the dealer passes over hand 2.1
      And the deal goes on
      And the hole card is read
      And seat 1 stands
      And the round is settled
      Then the round is over
      When the round is dealt
      Then hand 1.1 holds 9S 8C
      And hand 2.1 holds 5D TD

    @device:table-controller
    Scenario: The only hand at the table was passed over
      Given a Down Under Blackjack table
      And the shoe is stacked with 6H
      And seat 1 bets 10.00
      When the round opens
      And the dealer passes over hand 1.1
      And the cards are dealt until hand 1.1 is due
      And the dealer passes over hand 1.1
      Then hand 1.1 is dead
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
      And the discard rack holds 6H
      And the round is over

    @device:table-controller
    Scenario: Where the house lets the Bet lie for the next round, nothing is settled
      Given a Down Under Blackjack table
      And the house rule dead_no_card_bet is "stays_for_next"
      And the shoe is stacked with TS 7H 9D
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the cards are dealt until hand 2.1 is due
      And the dealer passes over hand 2.1
      And the cards are dealt until hand 2.1 is due
      And the dealer passes over hand 2.1
      Then hand 2.1 is dead
      And the Bet Wager of seat 2 stays on the layout
      And nothing is settled yet

  @clause:685a.12(f)
  Rule: One card: the second, at the player's option, after all others have theirs

    @device:table-controller @device:shoe
    Scenario: Passed over in the first round of cards, and the second card is taken
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 6H 8C 5D TD 7H
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the cards are dealt until hand 2.1 is due
      And the dealer passes over hand 2.1
      Then hand 2.1 is never offered the second card
      When the deal goes on
      Then hand 2.1 is offered the second card
      And hand 1.1 holds 9S 8C
      And hand 2.1 holds 5D
      And exactly 1 card is called for the dealer
      When seat 2 takes the second card
      Then hand 2.1 holds 5D TD
      And the dealer holds 6H 7H for a total of 13
      When the hole card is read
      And seat 1 stands
      Then hand 2.1 is offered hit
      And hand 2.1 is offered double

    @device:table-controller @device:shoe
    Scenario: Passed over in the second round of cards, and the second card is taken
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 5D 6H 8C TD 7H
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the cards are dealt until the dealer is due
      And the cards are dealt until hand 2.1 is due
      And the dealer passes over hand 2.1
      Then hand 2.1 is offered the second card
      And hand 1.1 holds 9S 8C
      And hand 2.1 holds 5D
      And exactly 1 card is called for the dealer
      When seat 2 takes the second card
      Then hand 2.1 holds 5D TD
      And the dealer holds 6H 7H for a total of 13
      When the hole card is read
      And seat 1 stands
      Then hand 2.1 is offered hit
      And hand 2.1 is offered double

    @device:table-controller @device:shoe
    Scenario: The third player has his second card before the second player is asked
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 5D 4C 6H 8C 3D TD 7H
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      And seat 3 bets 10.00
      When the cards are dealt until the dealer is due
      And the cards are dealt until hand 2.1 is due
      And the dealer passes over hand 2.1
      Then the next card goes to hand 3.1, face up
      And hand 2.1 is never offered the second card
      When the deal goes on
      Then hand 3.1 holds 4C 3D
      And hand 2.1 is offered the second card
      And exactly 1 card is called for the dealer
      When seat 2 takes the second card
      Then hand 2.1 holds 5D TD
      And the dealer holds 6H 7H for a total of 13

    @device:table-controller
    Scenario: Declined: the hand is dead, the Bet goes back, the hole card is dealt
      Given a Down Under Blackjack table
      And the shoe is stacked with TS 5D 7H 9D TC
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the cards are dealt until the dealer is due
      And the cards are dealt until hand 2.1 is due
      And the dealer passes over hand 2.1
      And seat 2 declines the second card
      Then hand 2.1 is dead
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 2.1  | Bet   | 10.00  | 0.00     | 10.00    | 0.00 |
      And the discard rack holds 5D
      And hand 1.1 holds TS 9D
      And the dealer holds 7H TC for a total of 17

    @device:table-controller
    Scenario: Two hands with one card are asked one after the other
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 5D 6H 8C TD 7H
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the cards are dealt until the dealer is due
      And the cards are dealt until hand 1.1 is due
      And the dealer passes over hand 1.1
      And the dealer passes over hand 2.1
      Then hand 1.1 is offered the second card
      And hand 2.1 is never offered the second card
      When seat 1 takes the second card
      Then hand 1.1 holds 9S 8C
      And hand 2.1 is offered the second card
      When seat 2 takes the second card
      Then hand 2.1 holds 5D TD
      And the dealer holds 6H 7H for a total of 13

    @clause:685a.7~player-bj @device:table-controller
    Scenario: A Blackjack made with the late second card is a Blackjack
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S AD 6H 8C KD TC
      And seat 1 bets 10.00
      And seat 2 bets 10.00
      When the cards are dealt until the dealer is due
      And the cards are dealt until hand 2.1 is due
      And the dealer passes over hand 2.1
      And seat 2 takes the second card
      And the hole card is read
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 2.1  | Bet   | 10.00  | 0.00     | 10.00    | 15.00 |
