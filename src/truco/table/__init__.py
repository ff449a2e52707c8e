"""A table: the room where people gather and the games they play there, in time.

No input or output, no clock, no chance: ``now`` (seconds of any monotonic clock) and the shuffle
are always arguments. Everything that happens is a fact; a table is the fold of its facts.
"""
