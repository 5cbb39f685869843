"""Bytes to and from a device, whatever carries them."""
