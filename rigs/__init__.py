"""What stands on the bench: links, protocols, drivers, stimuli, and the bench that joins them."""
