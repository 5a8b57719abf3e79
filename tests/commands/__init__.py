"""The commands, called as people call them."""
