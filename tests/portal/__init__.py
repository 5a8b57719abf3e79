"""The portal room: exports and sinks."""
