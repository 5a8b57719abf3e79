"""Which pages a run starts from and when known pages are visited again."""
