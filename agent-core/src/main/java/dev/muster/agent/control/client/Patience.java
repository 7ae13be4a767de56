package dev.muster.agent.control.client;

import dev.muster.agent.control.api.ApiLimits;

import java.time.Duration;

/**
 * How long an agent may say nothing, and how long it may take to say everything.
 *
 * @param answer before and within an answer that is no stream
 * @param whole until such an answer is at its end
 * @param events on a stream of events, where it says at least that it is there
 */
record Patience(Duration answer, Duration whole, Duration events) {
    static final Patience DEFAULT =
            new Patience(
                    Duration.ofSeconds(30),
                    Duration.ofMinutes(5),
                    ApiLimits.HEARTBEAT.multipliedBy(3));
}
