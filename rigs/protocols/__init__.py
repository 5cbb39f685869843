"""Bytes to messages and back: one module and one document a protocol."""
