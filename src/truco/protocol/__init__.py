"""The wire of a table: text to values and values to text. The only pydantic on the game path is here."""
