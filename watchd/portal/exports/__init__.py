"""The portal as a file: one module per format, each a few functions from documents to bytes."""
