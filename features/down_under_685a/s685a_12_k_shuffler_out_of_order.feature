Feature: The shuffler cannot be used, 58 Pa. Code § 685a.12(k)
  A shuffler that is out of use is covered, or carries a sign that says so, before anybody shuffles in
  another way at the table. It is not used again before it is repaired and the sign is off.

  @clause:685a.12(k)
  Rule: First the cover or the sign, then another way of shuffling

    @device:shuffler @device:table-controller
    Scenario: The device says that it is out of service, and cover or sign is asked for
      Given a Down Under Blackjack table
      When the shuffler breaks down
      Then the shuffler reports that it is out of service
      And a cover or an out-of-order sign is asked for
      And the dealer is never offered a hand shuffle

    @device:table-controller
    Scenario: A hand shuffle without the sign is refused
      Given a Down Under Blackjack table
      When the shuffler breaks down
      And someone begins to shuffle by hand
      Then the dealer is refused a hand shuffle
      And the dealer is never offered a hand shuffle

    @device:table-controller
    Scenario: A hand shuffle with the sign is allowed
      Given a Down Under Blackjack table
      When the shuffler breaks down
      And the out-of-order sign is put on the shuffler
      And someone begins to shuffle by hand
      Then the dealer is offered a hand shuffle

    @device:table-controller
    Scenario: Refused first, allowed as soon as the sign is there
      Given a Down Under Blackjack table
      When the shuffler breaks down
      And someone begins to shuffle by hand
      Then the dealer is refused a hand shuffle
      When the out-of-order sign is put on the shuffler
      And someone begins to shuffle by hand
      Then the dealer is offered a hand shuffle

    @device:table-controller
    Scenario: A sign from an earlier failure does not count for the next
      Given a Down Under Blackjack table
      When the shuffler breaks down
      And the out-of-order sign is put on the shuffler
      And the shuffler is repaired and its sign taken off
      And the shuffler breaks down
      And someone begins to shuffle by hand
      Then the dealer is refused a hand shuffle
      And the dealer is never offered a hand shuffle

    @clause:685a.12(j) @device:shuffler @device:table-controller
    Scenario: It breaks down in mid-cycle: the batch is not released, and by hand only under the sign
      Given a Down Under Blackjack table
      When the shuffler starts a cycle on a batch of 6 decks
      And the shuffler breaks down
      Then the shuffler reports that it is out of service
      And the shuffler has not released the batch
      When someone begins to shuffle by hand
      Then the dealer is refused a hand shuffle
      When the out-of-order sign is put on the shuffler
      And someone begins to shuffle by hand
      Then the dealer is offered a hand shuffle

    @device:table-controller @device:shoe
    Scenario: The round at the table goes on while the shuffler is out
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 7H 6D TC 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And the shuffler breaks down
      And seat 1 hits
      And seat 1 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |
      And the round is over

  @clause:685a.12(k)
  Rule: The shuffler itself is not used before it is repaired and its sign is off

    @device:table-controller
    Scenario: A cycle started while it is out of service is refused
      Given a Down Under Blackjack table
      When the shuffler breaks down
      And the shuffler starts a cycle on a batch of 6 decks
      Then the dealer is refused the shuffler

    @device:table-controller
    Scenario: The sign does not make it fit for use
      Given a Down Under Blackjack table
      When the shuffler breaks down
      And the out-of-order sign is put on the shuffler
      And the shuffler starts a cycle on a batch of 6 decks
      Then the dealer is refused the shuffler

    @device:shuffler @device:table-controller
    Scenario: Repaired and the sign taken off, it shuffles a full cycle
      Given a Down Under Blackjack table
      When the shuffler breaks down
      And the out-of-order sign is put on the shuffler
      And the shuffler is repaired and its sign taken off
      And the shuffler starts a cycle on a batch of 6 decks
      And the cycle is completed
      Then the shuffler releases a batch of 312 cards
