"""Argentine truco for four in the browser."""
