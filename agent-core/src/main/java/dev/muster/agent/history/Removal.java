package dev.muster.agent.history;

import dev.muster.agent.job.RunId;

import java.time.Instant;

/**
 * A run that was removed because there were more than are to be kept.
 *
 * @param name what it ran
 * @param because why it was this one, as a sentence about it
 */
public record Removal(Instant at, RunId run, String name, long bytes, String because) {}
