"""Messages to people: text, channels and sending."""
