"""Evidence that can be kept: signing keys, digests, the sealed bundle and its verification."""
