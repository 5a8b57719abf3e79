"""Link scoring: the net of an agent with its inputs and selector, and the scorer that a profile learns."""
