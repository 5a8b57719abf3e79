"""Languages are recognized by script and stop words; an unclear text has no language."""
# ruff: noqa: E501 - whole sentences read better on one line

import pytest

from watchd.core.relevance.stopwords import STOP_WORDS
from watchd.web.extract.language import guessed_language

SENTENCES = {
    "ca": "Aquest és un llibre que parla de la vida a les ciutats, però també dels pobles que hi ha entre elles i de com són.",
    "cs": "Toto je kniha, která vypráví o životě ve městech, ale také o vesnicích, které jsou mezi nimi a jak se v nich žije.",
    "da": "Dette er en bog af en forfatter, der skrev om livet i byerne, men også om landsbyer, hvor hun ikke havde været før nu.",
    "de": "Dies ist ein Buch über das Leben in den Städten, aber auch über die Dörfer zwischen ihnen und wie man dort lebt.",
    "en": "This is a book about life in the cities, but also about the villages between them and how people live there now.",
    "es": "Este es un libro sobre la vida en las ciudades, pero también sobre los pueblos que hay entre ellas y cómo se vive.",
    "fi": "Tämä on kirja elämästä kaupungeissa, mutta myös kylistä, jotka ovat niiden välissä, ja siitä miten niissä on oltu.",
    "fr": "Ceci est un livre sur la vie dans les villes, mais aussi sur les villages qui sont entre elles et comment on y vit.",
    "hr": "Ovo je knjiga o životu u gradovima, ali i o selima koja su između njih, te kako se u njima živi i što se tada radi.",
    "hu": "Ez egy könyv a városi életről, de a falvakról is, amelyek közöttük vannak, és arról, hogy hogyan élnek ott az emberek.",
    "it": "Questo è un libro sulla vita nelle città, ma anche sui paesi che ci sono tra di loro e su come si vive in quei posti.",
    "nl": "Dit is een boek over het leven in de steden, maar ook over de dorpen die tussen hen liggen en hoe men daar nu leeft.",
    "pl": "To jest książka o życiu w miastach, ale także o wsiach, które są między nimi, i o tym, jak się tam teraz żyje co dnia.",
    "pt": "Este é um livro sobre a vida nas cidades, mas também sobre as aldeias que estão entre elas e como é que se vive lá.",
    "ro": "Aceasta este o carte despre viața din orașe, dar și despre satele care sunt între ele și despre cum se trăiește acolo.",
    "ru": "Это книга о жизни в городах, но также и о деревнях, которые между ними, и о том, как там теперь живут все эти люди.",
    "sv": "Det här är en bok om livet i städerna, men också om byarna som ligger mellan dem och hur man lever där nu för tiden.",
    "tr": "Bu, şehirlerdeki hayat için bir kitap ama aynı zamanda onların arasında olan köyler ve orada nasıl yaşandığı da var.",
    "uk": "Це книга про життя у містах, але також і про села, які є між ними, і про те, як там тепер живуть усі ці люди.",
    "vi": "Đây là một cuốn sách về cuộc sống trong các thành phố nhưng cũng là về những ngôi làng ở giữa chúng và cách họ sống.",
    "el": "Αυτό είναι ένα βιβλίο για τη ζωή στις πόλεις αλλά και για τα χωριά που είναι ανάμεσά τους.",
    "ko": "이것은 도시에서의 삶에 관한 책이다.",
    "th": "นี่คือหนังสือเกี่ยวกับชีวิตในเมือง",
    "he": "זה ספר על החיים בערים",
}


@pytest.mark.parametrize("language", SENTENCES)
def test_a_sentence_is_enough_to_tell_its_language(language: str) -> None:
    assert guessed_language(SENTENCES[language].split()) == language


@pytest.mark.parametrize(
    "text", ["", "x = y + 1; " * 20, "Anna Berta Carl Dora Emil " * 10, "1 2 3 4 5 " * 10, "the"]
)
def test_text_that_is_not_prose_has_no_language(text: str) -> None:
    assert guessed_language(text.split()) is None


def test_every_language_with_stop_words_is_recognized_by_them() -> None:
    shared = {"no", "da"}  # so near to each other that lists of stop words alone do not decide
    for language in set(STOP_WORDS) - shared - {"el"}:
        sample = sorted(word for word in STOP_WORDS[language] if len(word) > 1) * 2
        assert guessed_language(sample) == language


def test_an_untranslated_beginning_does_not_decide_about_a_long_page() -> None:
    text = f"{SENTENCES['en']} {SENTENCES['es']} {SENTENCES['es']} {SENTENCES['es']}".split()
    assert guessed_language(text) == "es"


@pytest.mark.parametrize("other", ["es", "fr"])
def test_a_page_that_is_half_translated_has_no_language_rather_than_the_wrong_one(other: str) -> None:
    assert guessed_language(f"{SENTENCES['en']} {SENTENCES[other]} ".split() * 5) is None
