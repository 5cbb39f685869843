"""The scenarios, as data: so that an installed package finds them through `importlib.resources`."""
