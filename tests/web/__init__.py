"""The web door is proven against real servers on loopback."""
