Feature: The Masque Card Reader device, 58 Pa. Code § 685a.1
  The dealer's second card lies face down. The Masque reader tells everybody its range and nothing
  more: blue for a Small card (2 to 5), red for a Medium one (6 to 9), yellow for a Large one (10,
  jack, queen, king, ace). Exactly one light burns while the card is in the device, none when it is
  taken out. Cards stand in the order in which they leave the shoe: one to each box, the dealer's
  upcard, a second to each box, the dealer's hole card, then draws.

  @clause:685a.1_Small @clause:685a.1_Masque_Card_Reader_device @clause:685a.7~masque-insert
  Rule: A 2, 3, 4 or 5 is Small: blue

    @device:masque-reader @device:table-controller
    Scenario Outline: The light for the Small hole card <hole>
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 6H 8D <hole>
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      Then the Masque reader lights blue alone
      And the Masque reader's light goes out
      And the hole card is sent to the blue spot
      And the hole card is still face down

      Examples:
        | hole |
        | 2C   |
        | 2D   |
        | 2H   |
        | 2S   |
        | 3C   |
        | 3D   |
        | 3H   |
        | 3S   |
        | 4C   |
        | 4D   |
        | 4H   |
        | 4S   |
        | 5C   |
        | 5D   |
        | 5H   |
        | 5S   |

  @clause:685a.1_Medium @clause:685a.1_Masque_Card_Reader_device @clause:685a.7~masque-insert
  Rule: A 6, 7, 8 or 9 is Medium: red

    @device:masque-reader @device:table-controller
    Scenario Outline: The light for the Medium hole card <hole>
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 6H 8D <hole>
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      Then the Masque reader lights red alone
      And the Masque reader's light goes out
      And the hole card is sent to the red spot
      And the hole card is still face down

      Examples:
        | hole |
        | 6C   |
        | 6D   |
        | 6H   |
        | 6S   |
        | 7C   |
        | 7D   |
        | 7H   |
        | 7S   |
        | 8C   |
        | 8D   |
        | 8H   |
        | 8S   |
        | 9C   |
        | 9D   |
        | 9H   |
        | 9S   |

  @clause:685a.1_Large @clause:685a.1_Masque_Card_Reader_device @clause:685a.7~masque-insert
  Rule: A 10, jack, queen, king or ace is Large: yellow

    @device:masque-reader @device:table-controller
    Scenario Outline: The light for the Large hole card <hole>
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 6H 8D <hole>
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      Then the Masque reader lights yellow alone
      And the Masque reader's light goes out
      And the hole card is sent to the yellow spot
      And the hole card is still face down

      Examples:
        | hole |
        | TC   |
        | TD   |
        | TH   |
        | TS   |
        | JC   |
        | JD   |
        | JH   |
        | JS   |
        | QC   |
        | QD   |
        | QH   |
        | QS   |
        | KC   |
        | KD   |
        | KH   |
        | KS   |
        | AC   |
        | AD   |
        | AH   |
        | AS   |

  @clause:685a.1_Masque_Card_Reader_device @clause:685a.1_Hole_card
  Rule: The light speaks of the hole card in the device and of no other card

    @device:masque-reader
    Scenario Outline: A 5 in the hole is blue under an upcard <upcard>
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S <upcard> 8D 5H
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      Then the Masque reader lights blue alone
      And the Masque reader's light goes out
      And the hole card is still face down

      Examples:
        | upcard |
        | 2C     |
        | 3D     |
        | 4H     |
        | 5S     |
        | 6C     |
        | 7D     |
        | 8H     |
        | 9S     |
        | TC     |
        | JD     |
        | QH     |
        | KS     |
        | AC     |

    @device:masque-reader
    Scenario Outline: The light of the last round, <before>, is not kept for a <hole> in the next
      Given a Down Under Blackjack table
      And the shoe is stacked with TS <up> 9D <before> 9S 6H 8D <hole>
      And seat 1 bets 10.00
      When the round is dealt
      And the hole card is read
      And seat 1 stands
      And the round is settled
      Then the round is over
      When the round is dealt
      And the hole card is read
      Then the Masque reader lights <colour>
      And the Masque reader's light goes out
      And the hole card is still face down

      Examples:
        | before | up | hole | colour |
        | KC     | 7H | 4D   | blue   |
        | KC     | 7H | 8D   | red    |
        | 8C     | 9H | QD   | yellow |

    @device:shoe @device:table-controller
    Scenario: The dealer's second card is the hole card and lies face down
      Given a Down Under Blackjack table
      And the shoe is stacked with 9S 6H 8D KC
      And seat 1 bets 10.00
      When the cards are dealt until the dealer is due
      Then the next card goes to the dealer, face up
      When the cards are dealt until hand 1.1 is due
      And the cards are dealt until the dealer is due
      Then the next card goes to the dealer, face down
      When the round is dealt
      Then the shoe reports KC lying face down
      And the dealer holds 6H KC for a total of 16
      And the hole card is still face down
