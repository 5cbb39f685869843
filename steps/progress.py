"""How far the run is: one live line on a terminal; elsewhere pytest's own dots and percentages."""
