"""How a scenario is played: step phrases, the pytest plugin, and the comparison."""
