"""URLs: parsing, canonical forms, hosts, references."""
