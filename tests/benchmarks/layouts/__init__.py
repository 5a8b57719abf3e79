"""Pages of many generators and themes with known main text, and the measurement of extraction on them."""
