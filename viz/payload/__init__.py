"""What the picture in the browser receives: maps, walks, the roles of heads."""
