"""`burncard rig conformance`: what any driver must do with its device, tried.

`courses` has the physical acts of each role and what the device says to each, `checks` what is
tried with them, `stand` one device with its driver, `kit` the whole and its report.
"""
