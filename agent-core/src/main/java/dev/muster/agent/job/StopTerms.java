package dev.muster.agent.job;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How workers are brought to an end.
 *
 * @param grace between asking a worker to end and forcing it; zero forces at once
 * @param saveFirst what workers are told before they are asked to end, if anything
 * @param signals to the agent that stop the workers
 */
public record StopTerms(Duration grace, Optional<SaveFirst> saveFirst, List<Signal> signals) {

    /** How long a worker has to end by itself unless the user says otherwise: torchrun's 30 s. */
    public static final Duration DEFAULT_GRACE = Duration.ofSeconds(30);

    /** torchrun's (spec/elastic-agent §5.1). */
    public static final List<Signal> DEFAULT_SIGNALS =
            List.of(Signal.TERM, Signal.INT, Signal.HUP, Signal.QUIT);

    public static final StopTerms DEFAULT = new StopTerms(DEFAULT_GRACE);

    public StopTerms {
        signals = List.copyOf(signals);
    }

    /** The usual terms with another grace. */
    public StopTerms(Duration grace) {
        this(grace, Optional.empty(), DEFAULT_SIGNALS);
    }
}
