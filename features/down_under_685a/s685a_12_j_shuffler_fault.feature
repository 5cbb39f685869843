Feature: The shuffler jams, stops or leaves a cycle unfinished, 58 Pa. Code § 685a.12(j)
  A batch that did not go through a full cycle counts as unshuffled. The cards are shuffled again, and
  only a new full cycle releases them. A round at the table with other cards is not touched. Cards of
  a round stand in the order in which they leave the shoe: one to each box, the upcard, a second to
  each box, the hole card, then draws.

  @clause:685a.12(j)
  Rule: The cards are reshuffled: no batch without a full cycle

    @device:shuffler @device:table-controller
    Scenario Outline: The shuffler <fault>
      Given a Down Under Blackjack table
      When the shuffler starts a cycle on a batch of 6 decks
      And the shuffler <fault>
      Then the shuffler reports <report>
      And a reshuffle of the batch is asked for
      And the shuffler has not released the batch
      When the shuffler starts a new full cycle
      Then the shuffler has not released the batch
      When the cycle is completed
      Then the shuffler releases a batch of 312 cards

      Examples:
        | fault                     | report              |
        | jams                      | a jam               |
        | stops during the shuffle  | a stop              |
        | does not finish the cycle | an incomplete cycle |

    @device:shuffler @device:table-controller
    Scenario: The power fails in mid-cycle and comes back
      Given a Down Under Blackjack table
      When the shuffler starts a cycle on a batch of 6 decks
      And the shuffler's power is cut in mid-cycle and comes back
      Then the shuffler reports an incomplete cycle
      And a reshuffle of the batch is asked for
      And the shuffler has not released the batch
      When the shuffler starts a new full cycle
      And the cycle is completed
      Then the shuffler releases a batch of 312 cards

    @device:shuffler @device:table-controller
    Scenario Outline: A batch of <decks> decks comes out whole after a jam
      Given a Down Under Blackjack table
      When the shuffler starts a cycle on a batch of <decks> decks
      And the shuffler jams
      And the shuffler starts a new full cycle
      And the cycle is completed
      Then the shuffler releases a batch of <count> cards

      Examples: 52 cards a deck
        | decks | count |
        | 4     | 208   |
        | 5     | 260   |
        | 8     | 416   |

    @device:shuffler @device:table-controller
    Scenario: A second fault in the new cycle asks for a third
      Given a Down Under Blackjack table
      When the shuffler starts a cycle on a batch of 6 decks
      And the shuffler jams
      And the shuffler starts a new full cycle
      And the shuffler stops during the shuffle
      Then the shuffler reports a jam
      And the shuffler reports a stop
      And the shuffler has not released the batch
      When the shuffler starts a new full cycle
      And the cycle is completed
      Then the shuffler releases a batch of 312 cards

    @device:shuffler @device:table-controller @device:shoe
    Scenario Outline: The round at the table goes on when the shuffler <fault>
      Given a Down Under Blackjack table
      And the shoe is stacked with 5S 7H 6D TC 9C
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And the shuffler starts a cycle on a batch of 6 decks
      And the shuffler <fault>
      Then a reshuffle of the batch is asked for
      And nothing is settled yet
      When seat 1 hits
      Then hand 1.1 holds 5S 6D 9C
      When seat 1 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 10.00  | 0.00     | 10.00    | 10.00 |
      And the discard rack holds 5S 6D 9C 7H TC
      And the shuffler has not released the batch

      Examples:
        | fault                     |
        | jams                      |
        | stops during the shuffle  |
        | does not finish the cycle |

  @clause:685a.5~when
  Rule: A full cycle without a fault releases the batch at once

    @device:shuffler
    Scenario: Nothing went wrong, nothing is shuffled again
      Given a Down Under Blackjack table
      When the shuffler starts a cycle on a batch of 6 decks
      Then the shuffler has not released the batch
      When the cycle is completed
      Then the shuffler releases a batch of 312 cards
      And no reshuffle is asked for
