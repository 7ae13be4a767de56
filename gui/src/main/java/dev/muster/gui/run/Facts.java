package dev.muster.gui.run;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.gui.fx.Spans;
import dev.muster.gui.state.RunStanding;

import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** The facts under a run's name, in reading order. */
public record Facts(List<Fact> facts) {
    /**
     * One fact.
     *
     * @param before muted words before the value; may be empty
     * @param value what to read
     * @param after muted words after it; may be empty
     */
    public record Fact(String before, String value, String after) {
        String whole() {
            return "%s %s %s".formatted(before, value, after).strip();
        }
    }

    public Facts {
        facts = List.copyOf(facts);
    }

    static Facts of(JobSnapshot run, Instant now) {
        int attempts = Math.max(1, run.attempts().size());
        return new Facts(
                List.of(
                        new Fact("run", run.run().value(), ""),
                        new Fact("attempt", Integer.toString(attempts), ""),
                        restarts(run),
                        new Fact(
                                "world",
                                String.format(Locale.ROOT, "%,d", run.spec().workers()),
                                ""),
                        new Fact("", Spans.clock(RunStanding.elapsed(run, now)), "")));
    }

    private static Fact restarts(JobSnapshot run) {
        int allowed = run.spec().maxRestarts();
        return allowed == 0
                ? new Fact("no restarts allowed", "", "")
                : new Fact(
                        "",
                        Integer.toString(run.restartCount()),
                        "of %d restarts used".formatted(allowed));
    }
}
