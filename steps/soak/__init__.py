"""Random lawful rounds on a bench: made, played, compared, and what fails shrunk to a scenario."""
