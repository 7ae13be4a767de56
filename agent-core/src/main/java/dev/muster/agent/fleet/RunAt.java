package dev.muster.agent.fleet;

import dev.muster.agent.job.RunId;

/** One run of a fleet: two places may show a run each that are called the same. */
public record RunAt(PlaceId place, RunId run) {}
