package dev.muster.gui.run;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.RendezvousView;
import dev.muster.agent.event.RendezvousView.Place;
import dev.muster.gui.fx.Spans;
import dev.muster.gui.state.RunStanding;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

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
        Optional<Place> place = run.rendezvous().flatMap(RendezvousView::place);
        var facts = new ArrayList<Fact>();
        facts.add(new Fact("run", run.run().value(), ""));
        facts.add(new Fact("attempt", Integer.toString(attempts), ""));
        facts.add(restarts(run));
        place.flatMap(Place::jobRestarts)
                .ifPresent(all -> facts.add(new Fact("", number(all), "used by all nodes")));
        run.rendezvous()
                .ifPresent(nodes -> facts.add(new Fact("round", number(nodes.round()), "")));
        place.ifPresent(
                here ->
                        facts.add(
                                new Fact(
                                        "node",
                                        number(here.groupRank()),
                                        "of " + number(here.groupWorldSize()))));
        world(run, place).ifPresent(size -> facts.add(new Fact("world", number(size), "")));
        facts.add(new Fact("", Spans.clock(RunStanding.elapsed(run, now)), ""));
        return new Facts(facts);
    }

    /** Unknown while the nodes of the job have not met. */
    private static Optional<Integer> world(JobSnapshot run, Optional<Place> place) {
        if (run.spec().nodes().isEmpty()) return Optional.of(run.spec().workers());
        return place.map(Place::worldSize);
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
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
