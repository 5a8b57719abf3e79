"""What verdicts teach a profile, and how a run checks itself."""
