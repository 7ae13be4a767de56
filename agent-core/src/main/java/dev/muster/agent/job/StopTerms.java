package dev.muster.agent.job;

import java.time.Duration;

/**
 * How workers are brought to an end.
 *
 * @param grace between asking a worker to end and forcing it; zero forces at once
 */
public record StopTerms(Duration grace) {

    /** How long a worker has to end by itself unless the user says otherwise: torchrun's 30 s. */
    public static final Duration DEFAULT_GRACE = Duration.ofSeconds(30);

    public static final StopTerms DEFAULT = new StopTerms(DEFAULT_GRACE);
}
