"""What could a word that nobody uses have been meant to be? Every word that is one slip of the hand away."""

LETTERS = "abcdefghijklmnopqrstuvwxyz"
LONGEST = 24  # longer words are names of things, not slips
SHORTEST = 4  # shorter ones are one slip away from everything


def slips(word: str) -> list[str]:
    """What becomes the word by one swap, one letter left out, doubled, wrong or too many; the likeliest kinds first."""
    if not SHORTEST <= len(word) <= LONGEST:
        return []
    letters = LETTERS + "".join(sorted(set(word) - set(LETTERS)))
    cuts = [(word[:i], word[i:]) for i in range(len(word) + 1)]
    swapped = [a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1]
    shorter = [a + b[1:] for a, b in cuts if b]
    longer = [a + letter + b for a, b in cuts for letter in letters]
    other = [a + letter + b[1:] for a, b in cuts if b for letter in letters]
    return [slip for slip in dict.fromkeys((*swapped, *longer, *shorter, *other)) if slip != word]
