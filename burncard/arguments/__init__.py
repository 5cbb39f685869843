"""What each command takes: one file a command, its help and its handler."""
