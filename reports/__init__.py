"""What a run leaves behind: the plan, the records, and everything that is derived from them."""
