"""Reading of fetched documents in sandboxed child processes."""
