"""How does a profile get a run? As a row in the database, before anybody acts on it."""

from datetime import datetime

from watchd import metrics
from watchd.model import ids
from watchd.model.profile import Profile
from watchd.model.run import Run, Trigger
from watchd.ports import Entropy, QueueTables


async def queue_run(
    tables: QueueTables, profile: Profile, trigger: Trigger, entropy: Entropy, now: datetime
) -> Run:
    """The run that waits now. The caller has made sure that no other one of this profile is active."""
    run_id = ids.time_sorted(now, entropy.bits(ids.RANDOM_BITS))
    run = await tables.runs.queue(run_id, profile, trigger, entropy.bits(53), now)
    await tables.profiles.mark_started(profile.id, run_id)
    metrics.RUNS_QUEUED.labels(trigger).inc()
    return run


async def make_up_for_time(
    tables: QueueTables, profile: Profile, run: Run, entropy: Entropy, now: datetime
) -> Run | None:
    """When the profile was due while `run` went on, the next run follows at once: nothing is left out.

    `profile` is as it was when the run began. Who has changed the schedule or paused the profile meanwhile is obeyed. An
    adaptive cadence counts from the end of a run.
    """
    due, schedule = profile.next_run_at, profile.spec.schedule
    if run.trigger == "manual" or schedule.adaptive is not None or due is None or due > now:
        return None
    current = await tables.profiles.get(profile.id)
    if current is None or current.next_run_at is None or current.spec.schedule != schedule:
        return None
    return await queue_run(tables, current, "schedule", entropy, now)
