"""Bad cables: what a link can do to the bytes that pass, on purpose and by a seed."""
