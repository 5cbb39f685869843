Feature: What a surrender costs, 58 Pa. Code § 665a.9(b)
  A player who surrenders loses half of his Bet Wager and half of his Double Attack Wager,
  unless the dealer turns out to have a Blackjack. Cards stand in the order in which they
  leave the shoe: the dealer's upcard, one card to each box, a second card to each box, the
  dealer's hole card, then draws.

  @clause:665a.9(b)(1)
  Rule: The dealer's first card is no ace, king, queen or jack: half of each wager, at once

    @device:table-controller @device:card-reader @device:shoe
    Scenario Outline: Surrender against a <upcard> with a Double Attack Wager
      Given a Double Attack Blackjack table
      And the shoe is stacked with <upcard> 9S 7D KC
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 20.00
      When the round is dealt
      Then hand 1.1 is offered surrender
      When seat 1 surrenders
      Then these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Bet           | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Double Attack | 20.00  | 10.00    | 10.00    | 0.00 |
      And hand 1.1 is surrendered
      And the card reader stays idle
      And the discard rack holds 9S 7D <upcard> KC
      And the round is over

      Examples:
        | upcard |
        | 2C     |
        | 3D     |
        | 4H     |
        | 5S     |
        | 6C     |
        | 7D     |
        | 8H     |
        | 9C     |
