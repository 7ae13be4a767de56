package dev.muster.gui.news;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.WorkerCondition;
import dev.muster.agent.event.WorkerView;
import dev.muster.agent.fleet.FleetPlace;
import dev.muster.agent.fleet.FleetSnapshot;
import dev.muster.agent.fleet.PlaceSnapshot;
import dev.muster.agent.job.Rank;
import dev.muster.gui.state.RunStanding;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What is news between two looks at a fleet: a run that failed, restarted or finished, and ranks
 * that are missed. A run that was not seen before is no news, however it stands: it was there
 * before anybody looked. Pure.
 */
public final class NewsRules {
    private NewsRules() {}

    public static List<News> between(FleetSnapshot before, FleetSnapshot now) {
        var news = new ArrayList<News>();
        for (var place : now.places()) {
            if (place.kind() == FleetPlace.Kind.RECORDED) continue;
            for (var job : place.now().runs()) {
                before.place(place.id())
                        .flatMap(was -> was.run(job.run()))
                        .flatMap(was -> of(was, job, place))
                        .ifPresent(news::add);
            }
        }
        return news;
    }

    /** The weightiest thing that happened: a run that failed is no news as one that restarted. */
    private static Optional<News> of(JobSnapshot was, JobSnapshot now, PlaceSnapshot place) {
        if (was.seq() == now.seq()) return Optional.empty();
        String name = now.spec().entrypoint().shortName();
        String words = RunStanding.of(now, place.time().instant()).words();
        if (RunStanding.isActive(was) && !RunStanding.isActive(now)) {
            return now.end().flatMap(end -> ended(name, words, end.outcome()));
        }
        if (now.restartCount() > was.restartCount()) {
            return Optional.of(new News(name + " restarted", now.because(), true));
        }
        var missed = silent(now);
        missed.removeAll(silent(was));
        return missed.isEmpty()
                ? Optional.empty()
                : Optional.of(new News("%s: %s".formatted(name, missing(missed)), "", true));
    }

    private static Optional<News> ended(String name, String words, Outcome outcome) {
        return switch (outcome) {
            case SUCCEEDED -> Optional.of(new News(name + " finished", words, false));
            case FAILED -> Optional.of(new News(name + " failed", words, true));
            case STOPPED -> Optional.empty(); // somebody wanted that
        };
    }

    private static Set<Rank> silent(JobSnapshot run) {
        return run.workers().stream()
                .filter(worker -> worker.condition() instanceof WorkerCondition.Silent)
                .map(WorkerView::rank)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String missing(Set<Rank> ranks) {
        return ranks.size() == 1
                ? "rank %s is silent".formatted(ranks.iterator().next())
                : "%d ranks are silent".formatted(ranks.size());
    }
}
