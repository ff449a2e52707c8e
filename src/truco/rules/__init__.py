"""The rules of truco as pure functions over immutable values.

Standard library only; no clock, no chance, no input or output. A game is a fold of
:func:`truco.rules.engine.evolve` over facts (:mod:`truco.rules.events`), and
:func:`truco.rules.legal.legal_actions` is the single source of what is allowed. The
numbered rules that the comments cite (``B7.3``) stand in ``docs/rules/barajamos.md``.
"""
