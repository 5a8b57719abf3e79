"""What must not reach a terminal? Characters that redraw it, or turn the direction of its text."""

CONTROL = dict.fromkeys([*range(32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
