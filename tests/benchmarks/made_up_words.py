"""Words that no language has, for random webs."""

from random import Random

SYLLABLES = "ba ter lo mi ran sol tu ve kin dor pa gel zu ri mon fa"


def made_up_word(chance: Random) -> str:
    return "".join(chance.choices(SYLLABLES.split(), k=3))
