Feature: Surrender against an ace or a court card, 58 Pa. Code § 665a.9(b)(2)
  If the dealer's first card is an ace, a king, a queen or a jack, he may have a Blackjack. So
  before a surrender is settled the hole card goes into the card reader. If it makes a Blackjack,
  the whole Bet Wager and the Bust It Wager are lost and the Double Attack Wager comes back whole;
  if not, the surrender costs half of the Bet and half of the Double Attack, at once. A surrender
  may be announced before the reading, or made later, when the reader has already said no. Cards
  stand in the order in which they leave the shoe: the dealer's upcard, one card to each box, a
  second card to each box, the dealer's hole card, then draws.

  Background:
    Given a Double Attack Blackjack table

  @clause:665a.9(b)(2)
  Rule: No chip and no card moves before the reader has answered

    @device:table-controller
    Scenario Outline: A surrender announced against a <upcard> waits for the reader
      Given the shoe is stacked with <upcard> KS 6D 9C
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 20.00
      When the round is dealt
      And seat 1 surrenders
      Then nothing is settled yet
      And the discard rack holds nothing
      When no more surrenders are announced
      Then the dealer is told to read the hole card
      And nothing is settled yet
      And the discard rack holds nothing
      And the hole card is still face down

      Examples:
        | upcard |
        | KC     |
        | QD     |
        | JH     |

    @device:table-controller
    Scenario: A surrender announced against an ace waits for the reader
      Given the shoe is stacked with AC KS 6D 9C
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 20.00
      When the round is dealt
      And seat 1 declines insurance
      And seat 1 surrenders
      Then nothing is settled yet
      And the discard rack holds nothing
      When no more surrenders are announced
      Then the dealer is told to read the hole card
      And nothing is settled yet
      And the discard rack holds nothing
      And the hole card is still face down

    @device:table-controller @device:card-reader
    Scenario: Several boxes announce their surrender and one reading serves them all
      Given the shoe is stacked with KC KS 9S 6D 7D 9C
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      When the round is dealt
      And seat 1 surrenders
      And seat 2 surrenders
      Then nothing is settled yet
      When the hole card is read
      Then the card reader is used once
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |
        | 2.1  | Bet   | 30.00  | 15.00    | 15.00    | 0.00 |
      And the discard rack holds KS 6D 9S 7D KC 9C
      And the round is over

    @device:table-controller @device:card-reader
    Scenario: A later surrender does not bring the reader in again
      Given the shoe is stacked with KC KS 6D 9C
      And seat 1 bets 20.00
      When the round is dealt
      And the hole card is read
      And seat 1 surrenders
      Then the card reader is used once
      And the card reader answers no Blackjack
      And the round is over

    @device:table-controller @device:card-reader
    Scenario: Where the house rule wants a second reading, the surrender waits for it
      Given the house rule reread_on_surrender is "yes"
      And the shoe is stacked with KC KS 6D 9C
      And seat 1 bets 20.00
      When the round is dealt
      And the hole card is read
      And seat 1 surrenders
      Then nothing is settled yet
      And the discard rack holds nothing
      When the hole card is read
      Then the card reader is used twice
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |
      And the discard rack holds KS 6D KC 9C

    @device:table-controller @device:card-reader
    Scenario: Where the house reads only on a surrender, the surrender brings the reading
      Given the house rule peek_timing is "on_surrender"
      And the shoe is stacked with KC KS 6D 9C
      And seat 1 bets 20.00
      When the round is dealt
      Then the card reader stays idle
      And hand 1.1 may now surrender, hit, stand or double
      When seat 1 surrenders
      Then the dealer is told to read the hole card
      And nothing is settled yet
      When the hole card is read
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |

  @clause:665a.9(b)(2)(i)
  Rule: The dealer has a Blackjack: Bet and Bust It lost, Double Attack returned

    @clause:665a.1_Blackjack @clause:665a.1_Card_reader_device @clause:665a.1_Hole_card
    @device:table-controller @device:card-reader @device:shoe
    Scenario Outline: A <upcard> with the <hole> under it is a Blackjack
      Given the shoe is stacked with <upcard> KS 6D <hole>
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      And seat 1 will make a Double Attack Wager of 20.00
      When the round is dealt
      And seat 1 surrenders
      And the hole card is read
      Then the card reader answers Blackjack
      And the card reader is used once
      And the hole card is exposed
      And these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Bet           | 20.00  | 20.00    | 0.00     | 0.00 |
        | 1.1  | Double Attack | 20.00  | 0.00     | 20.00    | 0.00 |
        | 1.1  | Bust It       | 5.00   | 5.00     | 0.00     | 0.00 |
      And the discard rack holds KS 6D <upcard> <hole>
      And the round is over

      Examples:
        | upcard | hole |
        | KH     | AC   |
        | KH     | AD   |
        | KC     | AH   |
        | KC     | AS   |
        | QD     | AC   |
        | QS     | AD   |
        | QH     | AH   |
        | QC     | AS   |
        | JS     | AC   |
        | JH     | AD   |
        | JC     | AH   |
        | JD     | AS   |

    @clause:665a.1_Blackjack @clause:665a.1_Card_reader_device @clause:665a.1_Hole_card
    @device:table-controller @device:card-reader @device:shoe
    Scenario Outline: An ace up with the <hole> under it is a Blackjack
      Given the shoe is stacked with AH KS 6D <hole>
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      And seat 1 will make a Double Attack Wager of 20.00
      When the round is dealt
      And seat 1 declines insurance
      And seat 1 surrenders
      And the hole card is read
      Then the card reader answers Blackjack
      And the card reader is used once
      And the hole card is exposed
      And these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Bet           | 20.00  | 20.00    | 0.00     | 0.00 |
        | 1.1  | Double Attack | 20.00  | 0.00     | 20.00    | 0.00 |
        | 1.1  | Bust It       | 5.00   | 5.00     | 0.00     | 0.00 |
      And the discard rack holds KS 6D AH <hole>
      And the round is over

      Examples:
        | hole |
        | KC   |
        | KD   |
        | KH   |
        | KS   |
        | QC   |
        | QD   |
        | QH   |
        | QS   |
        | JC   |
        | JD   |
        | JH   |
        | JS   |

    @device:table-controller @device:card-reader
    Scenario Outline: Against a Blackjack with a <upcard> up, a Bet Wager alone is lost whole
      Given the shoe is stacked with <upcard> KS 6D AC
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 surrenders
      And the hole card is read
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 20.00    | 0.00     | 0.00 |
      And the discard rack holds KS 6D <upcard> AC

      Examples:
        | upcard |
        | KD     |
        | QC     |
        | JH     |

    @device:table-controller
    Scenario: A Double Attack smaller than the Bet comes back as it was staked
      Given the shoe is stacked with QC KS 6D AC
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 7.50
      When the round is dealt
      And seat 1 surrenders
      And the hole card is read
      Then these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Bet           | 20.00  | 20.00    | 0.00     | 0.00 |
        | 1.1  | Double Attack | 7.50   | 0.00     | 7.50     | 0.00 |

    @clause:665a.9(c) @device:table-controller
    Scenario: A Bust It Wager without a Double Attack is collected with the Bet
      Given the shoe is stacked with JC KS 6D AC
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      When the round is dealt
      And seat 1 surrenders
      Then the Bust It Wager of seat 1 stays on the layout
      When the hole card is read
      Then these wagers are settled
        | hand | wager   | staked | to house | returned | won  |
        | 1.1  | Bet     | 20.00  | 20.00    | 0.00     | 0.00 |
        | 1.1  | Bust It | 5.00   | 5.00     | 0.00     | 0.00 |

    @device:table-controller @device:card-reader @device:shoe
    Scenario: The round ends: no further card for anyone
      Given the shoe is stacked with KD KS 5S 6D 6H AC
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      When the round is dealt
      And seat 1 surrenders
      And the hole card is read
      Then hand 2.1 is never offered hit
      And exactly 2 cards are called for hand 2.1
      And exactly 2 cards are called for the dealer
      And the discard rack holds KS 6D 5S 6H KD AC
      And the round is over

    @clause:665a.7~peek-bj @device:table-controller
    Scenario: A box that did not surrender fares no worse than one that did
      Given the shoe is stacked with KD KS 9S 6D 7H AC
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 20.00
      And seat 2 bets 20.00
      And seat 2 will make a Double Attack Wager of 20.00
      When the round is dealt
      And seat 1 surrenders
      And the hole card is read
      Then these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Bet           | 20.00  | 20.00    | 0.00     | 0.00 |
        | 1.1  | Double Attack | 20.00  | 0.00     | 20.00    | 0.00 |
        | 2.1  | Bet           | 20.00  | 20.00    | 0.00     | 0.00 |
        | 2.1  | Double Attack | 20.00  | 0.00     | 20.00    | 0.00 |

    @clause:665a.7~peek-bj @device:table-controller
    Scenario: Beside a surrender a player Blackjack is a push
      Given the shoe is stacked with KD KS AS 6D JH AC
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      When the round is dealt
      And seat 1 surrenders
      And the hole card is read
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 20.00    | 0.00     | 0.00 |
        | 2.1  | Bet   | 30.00  | 0.00     | 30.00    | 0.00 |
      And the discard rack holds KS 6D AS JH KD AC

    @device:table-controller @device:card-reader
    Scenario: Where the house reads only on a surrender, a drawn hand meets the Blackjack too
      Given the house rule peek_timing is "on_surrender"
      And the shoe is stacked with KD 5S 6D AC 3H
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 20.00
      When the round is dealt
      And seat 1 hits
      And seat 1 surrenders
      Then nothing is settled yet
      When the hole card is read
      Then the card reader answers Blackjack
      And these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Bet           | 20.00  | 20.00    | 0.00     | 0.00 |
        | 1.1  | Double Attack | 20.00  | 0.00     | 20.00    | 0.00 |
      And the discard rack holds 5S 6D 3H KD AC

    @clause:665a.10~dealer-bj @device:table-controller
    Scenario: Where the house reads only on a surrender, the double comes back from a Blackjack
      Given the house rule peek_timing is "on_surrender"
      And the shoe is stacked with KD 5S 6D AC 3H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 doubles
      And seat 1 surrenders
      And the hole card is read
      Then these wagers are settled
        | hand | wager       | staked | to house | returned | won  |
        | 1.1  | Bet         | 20.00  | 20.00    | 0.00     | 0.00 |
        | 1.1  | Double Down | 20.00  | 0.00     | 20.00    | 0.00 |

    @device:table-controller
    Scenario: Where the house rule keeps the surrendered double at a Blackjack
      Given the house rule peek_timing is "on_surrender"
      And the house rule surrender_bj_double_down is "to_house"
      And the shoe is stacked with KD 5S 6D AC 3H
      And seat 1 bets 20.00
      When the round is dealt
      And seat 1 doubles
      And seat 1 surrenders
      And the hole card is read
      Then these wagers are settled
        | hand | wager       | staked | to house | returned | won  |
        | 1.1  | Bet         | 20.00  | 20.00    | 0.00     | 0.00 |
        | 1.1  | Double Down | 20.00  | 20.00    | 0.00     | 0.00 |

  @clause:665a.9(b)(2)(ii)
  Rule: The dealer has no Blackjack: half of Bet and Double Attack, at once

    @clause:665a.1_Blackjack @clause:665a.1_Card_reader_device @clause:665a.1_Hole_card
    @device:table-controller @device:card-reader @device:shoe
    Scenario Outline: A <upcard> with the <hole> under it is no Blackjack
      Given the shoe is stacked with <upcard> KS 6D <hole>
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 20.00
      When the round is dealt
      And seat 1 surrenders
      And the hole card is read
      Then the card reader answers no Blackjack
      And the card reader is used once
      And these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Bet           | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Double Attack | 20.00  | 10.00    | 10.00    | 0.00 |
      And hand 1.1 is surrendered
      And the hole card is still face down
      And the discard rack holds KS 6D <upcard> <hole>
      And the round is over

      Examples: a court card under a court card
        | upcard | hole |
        | KC     | KD   |
        | KC     | QD   |
        | KC     | JD   |
        | QH     | KS   |
        | QH     | QC   |
        | QH     | JS   |
        | JD     | KH   |
        | JD     | QS   |
        | JD     | JC   |

      Examples: a card from 2 to 9 under a court card
        | upcard | hole |
        | KS     | 9D   |
        | KD     | 8C   |
        | QC     | 7H   |
        | QD     | 6S   |
        | JH     | 5D   |
        | JC     | 4C   |
        | KH     | 3H   |
        | QS     | 2S   |

    @clause:665a.1_Blackjack @clause:665a.1_Card_reader_device @clause:665a.1_Hole_card
    @device:table-controller @device:card-reader @device:shoe
    Scenario Outline: An ace up with the <hole> under it is no Blackjack
      Given the shoe is stacked with AD KS 6D <hole>
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 20.00
      When the round is dealt
      And seat 1 declines insurance
      And seat 1 surrenders
      And the hole card is read
      Then the card reader answers no Blackjack
      And the card reader is used once
      And these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Bet           | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Double Attack | 20.00  | 10.00    | 10.00    | 0.00 |
      And the discard rack holds KS 6D AD <hole>
      And the round is over

      Examples:
        | hole |
        | AC   |
        | AH   |
        | 9S   |
        | 8D   |
        | 7C   |
        | 6H   |
        | 5S   |
        | 4D   |
        | 3C   |
        | 2H   |

    @device:table-controller @device:card-reader
    Scenario Outline: Against a <upcard> without a Blackjack a Bet Wager alone is halved
      Given the shoe is stacked with <upcard> KS 6D 9C
      And seat 1 bets 12.50
      When the round is dealt
      And seat 1 surrenders
      And the hole card is read
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 12.50  | 6.25     | 6.25     | 0.00 |

      Examples:
        | upcard |
        | KD     |
        | QC     |
        | JH     |

    @device:table-controller
    Scenario: At once means before the next box acts
      Given the shoe is stacked with KD KS 9S 6D 7H 9C
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 20.00
      And seat 2 bets 30.00
      When the round is dealt
      And seat 1 surrenders
      And the hole card is read
      Then the discard rack holds KS 6D
      And these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Bet           | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Double Attack | 20.00  | 10.00    | 10.00    | 0.00 |
      And hand 2.1 may now surrender, hit, stand or double
      And the hole card is still face down
      And the round is not over

    @device:table-controller @device:shoe
    Scenario: The surrendered box sits out while the other plays against the dealer
      Given the shoe is stacked with KD KS 9S 6D 7H 6C 4D 8C
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      When the round is dealt
      And seat 1 surrenders
      And the hole card is read
      And seat 2 hits
      And seat 2 stands
      And the round is settled
      Then exactly 2 cards are called for hand 1.1
      And the dealer holds KD 6C 8C for a total of 24
      And these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00  |
        | 2.1  | Bet   | 30.00  | 0.00     | 30.00    | 30.00 |
      And the discard rack holds KS 6D 9S 7H 4D KD 6C 8C

    @device:table-controller @device:card-reader
    Scenario Outline: A surrender after the reader has said no to a <upcard> is settled on the spot
      Given the shoe is stacked with <upcard> KS 6D 9C
      And seat 1 bets 20.00
      And seat 1 will make a Double Attack Wager of 20.00
      When the round is dealt
      And the hole card is read
      Then nothing is settled yet
      And hand 1.1 may now surrender, hit, stand or double
      When seat 1 surrenders
      Then these wagers are settled
        | hand | wager         | staked | to house | returned | won  |
        | 1.1  | Bet           | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Double Attack | 20.00  | 10.00    | 10.00    | 0.00 |
      And the card reader is used once
      And the discard rack holds KS 6D <upcard> 9C
      And the round is over

      Examples:
        | upcard |
        | AC     |
        | KC     |
        | QD     |
        | JH     |

    @clause:665a.9(a) @device:table-controller
    Scenario: After the reader has said no, a hand is surrendered after a hit
      Given the shoe is stacked with QD 5S 7D 9C 3H
      And seat 1 bets 20.00
      When the round is dealt
      And the hole card is read
      And seat 1 hits
      And seat 1 surrenders
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |
      And the discard rack holds 5S 7D 3H QD 9C

    @clause:665a.9(a) @device:table-controller
    Scenario: After the reader has said no, one of two split hands is surrendered
      Given the shoe is stacked with QD 8S 8D 9C 3H JD
      And seat 1 bets 20.00
      When the round is dealt
      And the hole card is read
      And seat 1 splits
      And seat 1 surrenders
      And seat 1 stands on hand 2
      And the round is settled
      Then the dealer holds QD 9C for a total of 19
      And these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.2  | Bet   | 20.00  | 20.00    | 0.00     | 0.00 |
      And the discard rack holds 8S 3H 8D JD QD 9C

    @clause:665a.9(a) @device:table-controller
    Scenario: After the reader has said no, a doubled hand is surrendered
      Given the shoe is stacked with QD 5S 6D 9C 3H
      And seat 1 bets 20.00
      When the round is dealt
      And the hole card is read
      And seat 1 doubles
      And seat 1 surrenders
      Then these wagers are settled
        | hand | wager       | staked | to house | returned | won  |
        | 1.1  | Bet         | 20.00  | 10.00    | 10.00    | 0.00 |
        | 1.1  | Double Down | 20.00  | 10.00    | 10.00    | 0.00 |
      And the discard rack holds 5S 6D 3H QD 9C

    @clause:665a.9(a) @device:table-controller
    Scenario: One box announces early, the other surrenders on its turn
      Given the shoe is stacked with JH KS 9S 6D 7H 9C
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      When the round is dealt
      And seat 1 surrenders
      And the hole card is read
      And seat 2 surrenders
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won  |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00 |
        | 2.1  | Bet   | 30.00  | 15.00    | 15.00    | 0.00 |
      And the card reader is used once
      And the discard rack holds KS 6D 9S 7H JH 9C
      And the round is over

    @clause:665a.7~player-bj @device:table-controller
    Scenario: Beside a surrender a player Blackjack waits for the reader and is then paid
      Given the shoe is stacked with KD KS AS 6D JH 9C
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      When the round is dealt
      Then hand 2.1 is never offered surrender
      When seat 1 surrenders
      Then nothing is settled yet
      When the hole card is read
      Then these wagers are settled
        | hand | wager | staked | to house | returned | won   |
        | 1.1  | Bet   | 20.00  | 10.00    | 10.00    | 0.00  |
        | 2.1  | Bet   | 30.00  | 0.00     | 30.00    | 30.00 |
      And the discard rack holds KS 6D AS JH KD 9C

    @clause:665a.9(a) @device:table-controller
    Scenario: A hand that stood after the reader's no cannot be surrendered
      Given the shoe is stacked with KD KS 9S 6D 7H 9C
      And seat 1 bets 20.00
      And seat 2 bets 30.00
      When the round is dealt
      And the hole card is read
      And seat 1 stands
      And seat 1 tries to surrender
      Then hand 1.1 is refused surrender
      And nothing is settled yet
