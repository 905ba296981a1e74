"""How often a sensor looks at a home: soon after every step of a small one, and never for most of the time at a large one.

Belongs here: the look that sensors share, and the rest after a long one. Does not belong here: what follows from what was seen.
"""

import time

from dagster import SensorEvaluationContext, SkipReason

from resources import ArtifactStoreResource, EmbedderResource, LanguageModelResource, LibraryResource, PolicyResource
from resources.observation import Observation, observe
from wiki_assets.errors import WikiError

# The daemon goes round its sensors as often, so less would change nothing. Four sensors in turn bring a paper into the wiki: at the 15
# seconds there were before, a dropped paper was cited after 71 seconds of which the machine worked for 20.
INTERVAL_SECONDS = 5
# A look of t seconds is followed by a rest of so many times t: the four sensors of a library of 10,000 papers (2.5 seconds a look) look
# every 13 seconds, and one of 40 papers (a tenth of a second) does not rest.
REST = 4.0


def look(
    context: SensorEvaluationContext,
    subject: str,
    library: LibraryResource,
    artifacts: ArtifactStoreResource,
    policy: PolicyResource,
    embedder: EmbedderResource,
    language_model: LanguageModelResource,
) -> Observation | SkipReason:
    """Looks at a home, unless the last look took long and is not long ago.

    Args:
        context: Its cursor keeps when the last long look ended, and how long it took.
        subject: What the sensor is after, for a person.

    Returns:
        What was seen, or why there is nothing to conclude now.
    """
    if (left := rest_left(context.cursor, time.time())) > 0:
        return SkipReason(
            f"The last look at the {subject} took long; the next is in {left:.0f} s, so that the machine is free for work."
        )
    started = time.monotonic()
    try:
        return observe(library, artifacts, policy, embedder, language_model)
    except WikiError as error:
        return SkipReason(f"The {subject} could not be looked at, so nothing is concluded: {error}")
    finally:
        if (took := time.monotonic() - started) * REST > INTERVAL_SECONDS:
            context.update_cursor(f"{time.time():.1f} {took:.1f}")


def rest_left(cursor: str | None, now: float) -> float:
    """Seconds until the next look is due; 0 where it is.

    Args:
        cursor: Seconds since the epoch when the last long look ended, a space, and how many it took; none where no look took long.
        now: Seconds since the epoch.
    """
    if not cursor:
        return 0.0
    ended, took = map(float, cursor.split(" "))
    since = now - ended
    return max(0.0, took * REST - since) if since >= 0 else 0.0  # a clock that was set back must not stop the sensor
