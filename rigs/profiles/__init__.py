"""Device profiles: how a family of devices frames, checks and words what it says, as TOML data.

`format` reads and checks a profile, `words` matches and fills its templates, `framing` and
`checksum` put bodies on the line. The driver is ``rigs/drivers/profile.py``; the profiles that come
with Burncard are the TOML files here. How to write one: ``docs/adding_a_device.md``.
"""
