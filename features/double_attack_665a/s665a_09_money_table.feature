Feature: What a surrender costs in all, 58 Pa. Code § 665a.9 as money
  The whole section in five lines: a Bet of 20.00 with a Double Attack of 20.00, a Bust It of 5.00
  and, where the dealer shows an ace, an Insurance of 10.00. The surrender costs one whole Bet
  either way, as half of two wagers or as all of one. Cards stand in the order in which they leave
  the shoe: the dealer's upcard, the player's two cards, the dealer's hole card.

  Rule: First card and hole card together decide over every wager

    @device:table-controller @device:card-reader
    Scenario Outline: Surrender against <upcard> over <hole>: the card reader <reader>
      Given a Double Attack Blackjack table
      And the shoe is stacked with <upcard> KS 6D <hole>
      And seat 1 bets 20.00
      And seat 1 makes a Bust It Wager of 5.00
      And seat 1 will make a Double Attack Wager of 20.00
      When the round is dealt
      And seat 1 insures, if it is offered, for 10.00
      And seat 1 surrenders
      And the hole card is read, if the first card calls for it
      Then the card reader <reader>
      And these wagers are settled
        | hand | wager         | staked    | to house       | returned | won   |
        | 1.1  | Bet           | 20.00     | <bet lost>     | <bet>    | 0.00  |
        | 1.1  | Double Attack | 20.00     | <attack lost>  | <attack> | 0.00  |
        | 1.1  | Bust It       | 5.00      | <bust it lost> | 0.00     | 0.00  |
        | 1.1  | Insurance     | <insured> | <ins lost>     | <ins>    | <won> |
      And the player's net over the round is <net>

      @clause:665a.9(b)(1) @clause:665a.9(c)
      Examples: a low first card
        | upcard | hole | reader               | bet lost | bet   | attack lost | attack | bust it lost | insured | ins lost | ins   | won   | net    |
        | 7C     | 9C   | stays idle           | 10.00    | 10.00 | 10.00       | 10.00  | open         | none    | none     | none  | none  | -20.00 |

      @clause:665a.9(b)(2)(ii) @clause:665a.9(c)
      Examples: a queen, no Blackjack
        | upcard | hole | reader               | bet lost | bet   | attack lost | attack | bust it lost | insured | ins lost | ins   | won   | net    |
        | QC     | 9C   | answers no Blackjack | 10.00    | 10.00 | 10.00       | 10.00  | open         | none    | none     | none  | none  | -20.00 |

      @clause:665a.9(b)(2)(i)
      Examples: a queen, Blackjack
        | upcard | hole | reader               | bet lost | bet   | attack lost | attack | bust it lost | insured | ins lost | ins   | won   | net    |
        | QC     | AC   | answers Blackjack    | 20.00    | 0.00  | 0.00        | 20.00  | 5.00         | none    | none     | none  | none  | -25.00 |

      @clause:665a.9(b)(2)(ii) @clause:665a.9(c) @clause:665a.9(d)
      Examples: an ace, no Blackjack
        | upcard | hole | reader               | bet lost | bet   | attack lost | attack | bust it lost | insured | ins lost | ins   | won   | net    |
        | AC     | 9C   | answers no Blackjack | 10.00    | 10.00 | 10.00       | 10.00  | open         | 10.00   | 10.00    | 0.00  | 0.00  | -30.00 |

      @clause:665a.9(b)(2)(i) @clause:665a.9(d)
      Examples: an ace, Blackjack
        | upcard | hole | reader               | bet lost | bet   | attack lost | attack | bust it lost | insured | ins lost | ins   | won   | net    |
        | AC     | QC   | answers Blackjack    | 20.00    | 0.00  | 0.00        | 20.00  | 5.00         | 10.00   | 0.00     | 10.00 | 25.00 | 0.00   |
