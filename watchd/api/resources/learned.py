"""/profiles/{id}/model: everything that a profile has learned from runs and verdicts."""

from litestar import Controller, delete, get
from litestar.params import FromPath
from msgspec import Struct

from watchd.api.resources.profiles import existing_profile
from watchd.api.services import Injected
from watchd.core.feedback.feedback import VerdictEvidence, score_weights, threshold_of
from watchd.core.feedback.link_lessons import named_weights, taught_scorer
from watchd.core.population.strategies.protocol import Memory
from watchd.core.revisits.start_pages import Paid, SourceYields, shares
from watchd.flow.feedback import verdicts
from watchd.flow.profiles.topics import lessons_of, topic_for
from watchd.store.tables import Tables

MAX_LINK_WEIGHTS = 40
MAX_SCORE_WEIGHTS = 100


class WordOut(Struct, frozen=True):
    """A learned word by which agents choose links: its weight, and the sum of its marks."""

    term: str
    weight: float
    mark: float


class ScoreWeightOut(Struct, frozen=True):
    """By how much judged pages move the scores of other pages, in log-odds: by a word of their text, by a word around it
    (`@word`), or by their site or folder (`example.org/news/`)."""

    name: str
    weight: float


class WeightOut(Struct, frozen=True):
    """One weight of the link scorer: how strongly this feature of a link predicts a relevant page."""

    name: str
    weight: float


class ThresholdOut(Struct, frozen=True):
    """The minimum score of a relevant page: as the person wrote it, and as runs use it."""

    min_score: float
    moved_by: float
    used: float


class GenomeOut(Struct, frozen=True):
    """The genome of an agent of a kind that gained most in the last run."""

    keywords: tuple[str, ...]
    beta: float
    loyalty: float


class YieldOut(Struct, frozen=True):
    """The yield of start pages of one origin, and its share of the next run."""

    origin: str
    started: float
    found: float
    share: float


class VerdictCounts(Struct, frozen=True):
    """The number of current verdicts."""

    relevant: int
    irrelevant: int


class ModelOut(Struct, frozen=True, kw_only=True):
    """Everything that the next run starts with, except stored pages."""

    verdicts: VerdictCounts
    word_list: list[WordOut]
    scores: list[ScoreWeightOut]
    related: list[str]  # words of the profile that a person accepted
    threshold: ThresholdOut
    link_model: list[WeightOut]
    genomes: list[GenomeOut]
    source_yields: list[YieldOut]


class ModelController(Controller):
    """The learned model of a profile."""

    path = "/profiles/{profile_id:str}/model"
    tags = ["Feedback"]  # noqa: RUF012 (the framework's way)

    @get(opt={"scope": "read"}, summary="Show what a profile has learned")
    async def show(self, services: Injected, profile_id: FromPath[str]) -> ModelOut:
        return await services.store.read(lambda tables: _model(tables, profile_id))

    @delete(opt={"scope": "write"}, summary="Forget what a profile has learned")
    async def forget(self, services: Injected, profile_id: FromPath[str]) -> None:
        """Delete the model and the verdicts, from which it would be learned again. Pages and findings stay."""

        async def work(tables: Tables) -> None:
            await existing_profile(tables, profile_id)
            await verdicts.forget(tables, profile_id)

        await services.store.write(work)


async def _model(tables: Tables, profile_id: str) -> ModelOut:
    profile = await existing_profile(tables, profile_id)
    lessons = await lessons_of(tables, profile_id, profile.spec)
    standing = [verdict for verdict, _ in await tables.verdicts.current(profile_id, VerdictEvidence)]
    memory = await tables.learned.get(profile_id, "memory", Memory) or Memory()
    yields = await tables.learned.get(profile_id, "source_yields", SourceYields) or SourceYields()
    topic = await topic_for(tables, profile.spec)
    weights = named_weights(taught_scorer(memory.scorer, lessons.lessons, topic), lessons.lessons)
    words = lessons.words
    min_score = profile.spec.report.min_score
    return ModelOut(
        verdicts=VerdictCounts(standing.count("relevant"), standing.count("irrelevant")),
        word_list=[
            WordOut(term, weight, words.marks.get(term, 0.0))
            for term, weight in sorted(words.importance.items(), key=lambda item: (-item[1], item[0]))
        ],
        scores=[
            ScoreWeightOut(name, weight)
            for name, weight in sorted(
                score_weights(lessons).items(), key=lambda item: (-abs(item[1]), item[0])
            )
        ][:MAX_SCORE_WEIGHTS],
        related=list(profile.spec.query.related),
        threshold=ThresholdOut(min_score, lessons.threshold, threshold_of(min_score, lessons)),
        link_model=[
            WeightOut(name, weight)
            for name, weight in sorted(weights.items(), key=lambda item: (-abs(item[1]), item[0]))
        ][:MAX_LINK_WEIGHTS],
        genomes=[GenomeOut(g.keywords, g.beta, g.loyalty) for g in memory.genomes],
        source_yields=[_yield(origin, yields, share) for origin, share in shares(yields).items()],
    )


def _yield(origin: str, yields: SourceYields, share: float) -> YieldOut:
    paid: Paid = getattr(yields, origin)
    return YieldOut(origin, paid.started, paid.found, share)
