package dev.muster.agent.job;

import java.time.Duration;

/**
 * What workers that are about to be stopped are told before, so that they can save what they have.
 *
 * @param signal sent to each worker, but not to what it started
 * @param within how long their answers are waited for; those who have not answered then are stopped
 *     all the same
 */
public record SaveFirst(Signal signal, Duration within) {
    /** How long a worker may take to save unless the user says otherwise. */
    public static final Duration USUALLY_WITHIN = Duration.ofSeconds(60);
}
