"""Speed, memory and correctness of the portal with 100,000 documents."""
