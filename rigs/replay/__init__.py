"""A recorded session as a device: it says what the recorded one said, when the host does the same.

`script` makes a wire log into an ordered list of what the host did and what the device said;
`player` walks through it; `process` gives it a link and a stimulus port. docs/wire_log.md tells
what is compared, and what is adapted.
"""
