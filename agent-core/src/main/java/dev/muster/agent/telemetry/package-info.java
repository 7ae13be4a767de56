/**
 * torchelastic's events and metrics, by their own names and fields (spec/elastic-agent §3.8), for
 * whoever collects them already.
 *
 * <p>They are readings of a run's one event stream; nothing else tells them anything. Where
 * torchelastic's are wrong, ours are right: times are times, a worker's pid is there from its start
 * on, and an agent whose workers failed has not succeeded.
 */
@NullMarked
package dev.muster.agent.telemetry;

import org.jspecify.annotations.NullMarked;
