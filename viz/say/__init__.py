"""How a thing is told and coloured: captions, numbers, tables, colours."""
