package dev.muster.agent.demo;

import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.WorkerExit;

import java.time.Duration;
import java.util.List;

/**
 * What befalls a simulated run, attempt by attempt. Attempts beyond the last act go like {@code
 * afterwards}.
 */
record Plot(List<Act> acts, Act afterwards) {
    /** One attempt: how long it trains when nothing ends it early, and what goes wrong in it. */
    record Act(Duration lasts, List<Mishap> mishaps) {
        Act {
            mishaps = List.copyOf(mishaps);
        }
    }

    /** Something going wrong, {@code after} the workers have begun to train. */
    sealed interface Mishap {
        LocalRank who();

        Duration after();
    }

    /** The worker prints nothing for a while, and the others wait for it. */
    record Hang(LocalRank who, Duration after, Duration lasts) implements Mishap {}

    /** The worker ends by itself, leaving {@code lastWords} in its stderr. */
    record Crash(
            LocalRank who,
            Duration after,
            WorkerExit exit,
            FailureCause cause,
            List<String> lastWords)
            implements Mishap {
        Crash {
            lastWords = List.copyOf(lastWords);
        }
    }

    Plot {
        acts = List.copyOf(acts);
    }

    /** Nothing goes wrong and the run ends after {@code lasts}. */
    static Plot calm(Duration lasts) {
        return new Plot(List.of(), new Act(lasts, List.of()));
    }

    Act act(int attempt) {
        return attempt < acts.size() ? acts.get(attempt) : afterwards;
    }
}
