"""Mirrors of a page on other hosts are the same story, whatever their servers say about the encoding."""

import pytest

from tests.flow.alert_world import World
from tests.flow.run.test_run import found, run
from tests.flow.small_web import SmallWeb, world
from tests.support import HandWoundClock, SeededEntropy
from tests.web.site import site
from watchd.store.database import Database

STORY = (
    "La première pile à électrolyte solide a été fabriquée à Besançon près de l'université.",
    "Les élèves ingénieurs ont présenté leur procédé à la cérémonie d'été de la région.",
    "Le ministère espère que la série démarrera dès l'année prochaine, après les contrôles de sûreté.",
    "Le coût élevé des matériaux reste la difficulté; une équipe d'été étudie déjà des dépôts moins épais.",
)


def page(title: str, sentences: tuple[str, ...], links: tuple[str, ...] = ()) -> str:
    paragraphs = "".join(f"<p>{sentence}</p>" for sentence in sentences)
    anchors = "".join(f'<li><a href="{link}">la suite</a></li>' for link in links)
    return (
        f"<!doctype html><html lang=fr><head><title>{title}</title></head><body><main><h1>{title}</h1>{paragraphs}</main>"
        f"<ul>{anchors}</ul></body></html>"
    )


@pytest.mark.parametrize(
    ("label", "codec"), [("iso-8859-1", "utf-8"), ("utf-8", "cp1252")], ids=["UTF-8 bytes", "Latin-1 bytes"]
)
async def test_a_mirror_whose_header_contradicts_its_bytes_is_not_told_again(
    store: Database, clock: HandWoundClock, label: str, codec: str
) -> None:
    office = World(store, SeededEntropy(3))
    await office.channel("mail")
    text = page("Pile à électrolyte solide", STORY)
    async with (
        site() as first,
        site("127.0.0.2") as second,
        world(store, clock, planner=office.planner) as real,
    ):
        web, mirror = SmallWeb(first), SmallWeb(second)
        web.put_raw("pile", text.encode(), "text/html; charset=utf-8")
        web.put_raw(
            "start",
            page("Accueil", ("Bonjour à tous.",), (web.url("pile"),)).encode(),
            "text/html; charset=utf-8",
        )
        mirror.put_raw("copie", text.encode(codec), f"text/html; charset={label}")
        profile = await office.profile(
            "mail",
            name="Piles",
            query={"text": "pile électrolyte solide"},
            seeds={"urls": [web.url("start")], "providers": []},
            schedule={"manual": True},
        )
        await run(real, profile)
        baseline = await office.alerts("mail")
        clock.forward(hours=6)
        both = (web.url("pile"), mirror.url("copie"))
        web.put_raw("start", page("Accueil", ("Bonjour à toutes.",), both).encode(), "text/html; charset=utf-8")
        await run(real, profile, 2)
        original, copy = await found(store, profile)
    assert (original.url, copy.url) == both
    assert copy.title == original.title == "Pile à électrolyte solide"
    assert copy.content_hash == original.content_hash
    assert copy.story_id == original.story_id is not None
    assert [alert.id for alert in await office.alerts("mail")] == [alert.id for alert in baseline]
    assert [alert.kind for alert in baseline] == ["baseline"]
