Feature: When something goes wrong at the table, 58 Pa. Code § 665a.13
  The body of this section was not read. What is held here is inferred from § 685a.12, which is
  worded for the same purpose; a difference is therefore no finding, but an advisory. Most
  scenarios stand beside a surrender, to show that neither disturbs the other. Cards stand in the
  order in which they really leave the shoe: the dealer's upcard, one card to each box, a second
  card to each box, the hole card, then draws; a card marked ^ lies face up in the shoe.

  Background:
    Given a Double Attack Blackjack table

  @clause:665a.13~face-up
  Rule: A card lying face up in the shoe is not used in the round

    @device:shoe @device:table-controller
    Scenario: A king face up does not become the third card
      Given the shoe is stacked with 6C 5S 6D KC KH^ 9C 3H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 hits
      Then the shoe reports KH lying face up
      And hand 1.1 holds 5S 6D 9C
      When seat 1 stands
      And the round is settled
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 20.00  | 0.00     | 20.00    | 20.00 |
      And the discard rack holds KH 5S 6D 9C 6C KC 3H

    @clause:665a.9(b)(2)(ii) @device:shoe @device:card-reader
    Scenario: An ace face up does not become the hole card of a Blackjack
      Given the shoe is stacked with KC KS 6D AC^ 9C
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 surrenders
      And the hole card is read
      Then the card reader answers no Blackjack
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |
      And the discard rack holds AC KS 6D KC 9C

  @clause:665a.13~unexposed
  Rule: A card drawn in error and not seen is the next card

    @clause:665a.9(a) @device:shoe @device:table-controller
    Scenario: The first box surrenders, the card goes to the next one who asks
      Given the shoe is stacked with 6C KS 5S 6D 6H KC 9C 3H
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      When the round is dealt
      And a card is drawn in error with its face hidden
      Then the card drawn in error is held as the next card
      When seat 1 surrenders
      Then exactly 2 cards are called for hand 1.1
      When seat 2 hits
      Then hand 2.1 holds 5S 6H 9C
      And no card drawn in error is left
      When seat 2 stands
      And the round is settled
      Then the dealer holds 6C KC 3H for a total of 19
      And these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00  |
        | 2.1  | Bet   | 30.00  | 0.00     | 30.00    | 30.00 |

  @clause:665a.13~exposed
  Rule: A card drawn in error and seen is offered; who refuses it gets no more cards

    @device:shoe @device:table-controller
    Scenario: The first box refuses and is frozen, the second takes the card
      Given the shoe is stacked with 6C 5S KS 6D 5D KC 4H 2H
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      When the round is dealt
      And a card is drawn in error and its face is seen
      Then hand 1.1 is offered exposed card
      When seat 1 refuses the card
      Then hand 1.1 is frozen
      And hand 2.1 is offered exposed card
      When seat 2 accepts the card
      Then hand 2.1 holds KS 5D 4H
      When seat 2 stands
      And the round is settled
      Then the dealer holds 6C KC 2H for a total of 18
      And these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 20.00  | 20.00    | 0.00     | 0.00  |
        | 2.1  | Bet   | 30.00  | 0.00     | 30.00    | 30.00 |

  @clause:665a.13~dealer-17
  Rule: A card that a standing dealer draws by accident goes to the rack

    @clause:665a.9(c) @device:shoe @device:table-controller
    Scenario: It does not pay the Bust It of a box that surrendered
      Given the shoe is stacked with 9C KS 6D 8D KH
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      When the round is dealt
      And seat 1 surrenders
      And the dealer draws a card for himself by accident
      Then the discard rack holds KS 6D KH
      When the round is settled
      Then the dealer holds 9C 8D for a total of 17
      And these wagers are settled
        | hand | wager   | staked | to house | returned | won  |
        | 1.1  | Bet     | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Bust It | 5.00   | 5.00     | 0.00     | 0.00 |
      And the discard rack holds KS 6D KH 9C 8D

  @clause:665a.13~short-shoe
  Rule: When the shoe runs out the rack is shuffled, a card is burned and the round goes on

    @clause:665a.9(c) @device:shoe @device:table-controller
    Scenario: It runs out while the dealer draws for the Bust It of a box that surrendered
      Given the discard rack already holds 2C 9H
      And the shoe is stacked with 9C KS 6D 7D
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      When the round is dealt
      And seat 1 surrenders
      And the shoe runs out
      Then the shoe reports that it is empty
      And a reshuffle of the discard rack is asked for
      And the Bust It Wager of seat 1 stays on the layout
      When the discard rack is shuffled and cut into 2C 9H 6D KS
      Then a burn is asked for
      When the first card is burned
      Then the discard rack holds 2C
      When the round is settled
      Then the dealer holds 9C 7D 9H for a total of 25
      And these wagers are settled
        | hand | wager   | staked | to house | returned | won   |
        | 1.1  | Bet     | 20.00  | 10.00    | 10.00    | 0.00  |
        | 1.1  | Bust It | 5.00   | 0.00     | 5.00     | 30.00 |
      And the discard rack holds 2C 9C 7D 9H

  @clause:665a.13~missing-cards
  Rule: No card at all is a dead hand; with one card the player may have his second after the others

    @clause:665a.13~dead-hand @device:table-controller
    Scenario: A hand without a card is dead, Bet and Double Attack go back
      Given the shoe is stacked with 6C KS 9D KC
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      And seat 2 will make a Double Attack Wager of 10.00
      When the cards are dealt until hand 2.1 is due
      And the dealer passes over hand 2.1
      And the cards are dealt until hand 2.1 is due
      And the dealer passes over hand 2.1
      Then hand 2.1 is dead
      And these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 2.1  | Bet           | 30.00  | 0.00     | 30.00    | 0.00 |
        | 2.1  | Double Attack | 10.00  | 0.00     | 10.00    | 0.00 |
      When the deal goes on
      Then hand 1.1 may now surrender, hit, stand or double

    @clause:665a.9(a) @device:table-controller @device:shoe
    Scenario: The second card comes after the others', and the hand can be surrendered
      Given the shoe is stacked with 6C KS 9D 9S 7H KC
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      When the cards are dealt until hand 2.1 is due
      And the dealer passes over hand 2.1
      And the deal goes on
      Then hand 1.1 holds KS 9D
      And hand 2.1 is offered the second card
      When seat 2 takes the second card
      Then hand 2.1 holds 9S 7H
      When seat 1 stands
      And seat 2 surrenders
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 2.1  | Bet   | 30.00  | 15.00    | 15.00    | 0.00 |

  @clause:665a.13~skipped
  Rule: A player passed over after asking for a card chooses between the late card and a dead hand

    @device:table-controller @device:shoe
    Scenario: The neighbour surrenders meanwhile, then the late card comes
      Given the shoe is stacked with 6C 5S KS 6D 9D KC 9H 3H
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      When the round is dealt
      And seat 1 asks for a card
      And the dealer passes over hand 1.1
      And seat 2 surrenders
      Then hand 1.1 is offered the late card
      And hand 1.1 is offered a dead hand
      And the hole card is still face down
      When seat 1 takes the late card
      Then hand 1.1 holds 5S 6D 9H
      When seat 1 stands
      And the round is settled
      Then the dealer holds 6C KC 3H for a total of 19
      And these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 2.1  | Bet   | 30.00  | 15.00    | 15.00    | 0.00  |
        | 1.1  | Bet   | 20.00  | 0.00     | 20.00    | 20.00 |

    @clause:665a.13~dead-hand @device:table-controller
    Scenario: The dead hand gets Bet and Double Attack back, the surrendered one its halves
      Given the shoe is stacked with 6C 5S KS 6D 9D KC
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 20.00
      And seat 2 bets 30.00
      When the round is dealt
      And seat 1 asks for a card
      And the dealer passes over hand 1.1
      And seat 2 surrenders
      And seat 1 calls the hand dead
      Then hand 1.1 is dead
      And these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 2.1  | Bet           | 30.00  | 15.00    | 15.00    | 0.00 |
        | 1.1  | Bet           | 20.00  | 0.00     | 20.00    | 0.00 |
        | 1.1  | Double Attack | 20.00  | 0.00     | 20.00    | 0.00 |
      And the discard rack holds KS 9D 5S 6D 6C KC
      And the round is over

  @clause:665a.13~jam
  Rule: A shuffle that failed is done again

    @clause:665a.3~decks @clause:665a.3~composition @device:shuffler @device:table-controller
    Scenario: After a jam the batch of eight decks without tens comes out of a new full cycle
      When the shuffler starts a cycle on a batch of 8 decks
      And the shuffler jams
      Then the shuffler reports a jam
      And a reshuffle of the batch is asked for
      And the shuffler has not released the batch
      When the shuffler starts a new full cycle
      And the cycle is completed
      Then the shuffler releases a batch of 384 cards

    @clause:665a.9(b)(1) @device:shuffler @device:table-controller
    Scenario: A stop of the shuffler does not touch the round at the table
      Given the shoe is stacked with 6C KS 6D KC
      And seat 1 bets 20.00
      When the shuffler starts a cycle on a batch of 2 decks
      And the round is dealt
      And the shuffler stops during the shuffle
      Then the shuffler reports a stop
      And a reshuffle of the batch is asked for
      When seat 1 surrenders
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |
      And the round is over

  @clause:665a.13~out-of-order
  Rule: A shuffler that cannot be used is covered or signed before anyone shuffles in another way

    @device:shuffler @device:table-controller
    Scenario: By hand only once the sign is there
      When the shuffler breaks down
      Then the shuffler reports that it is out of service
      And a cover or an out-of-order sign is asked for
      When someone begins to shuffle by hand
      Then the dealer is refused a hand shuffle
      When the out-of-order sign is put on the shuffler
      And someone begins to shuffle by hand
      Then the dealer is offered a hand shuffle
