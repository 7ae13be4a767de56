package dev.muster.gui.logs;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.session.AgentSession;
import dev.muster.gui.logs.LogScope.Part;
import dev.muster.gui.logs.LogScope.Writer;

import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A merged log on the screen, and what is in it so far. Lives on the FX thread. */
final class Merging implements AutoCloseable {
    /** Attempts that are shown at most: older ones are a click away. */
    private static final int MOST_ATTEMPTS = 10;

    private final What what;
    private final MergedLog log;
    private final StreamViewModel view;
    private final Set<Included> included = new HashSet<>();
    private int newest = -1;

    /**
     * What is merged.
     *
     * @param ranks those to be shown; none for all
     */
    record What(RunId run, List<LocalRank> ranks, Set<LogStream> streams) {}

    /** One worker that is in the log. */
    private record Included(int attempt, LocalRank localRank) {}

    private Merging(What what, MergedLog log, StreamViewModel view) {
        this.what = what;
        this.log = log;
        this.view = view;
    }

    static Merging start(AgentSession session, InstantSource clock, What what, Runnable onChange) {
        MergedLog.Opening opening =
                (attempt, writer, stream) ->
                        session.openLog(what.run, attempt, writer.localRank(), stream);
        var log = new MergedLog(opening, clock, what.streams);
        var view = new StreamViewModel("read ranks", () -> new OpenLog(log, log), onChange);
        return new Merging(what, log, view);
    }

    /** True when it shows that already, or has only to be {@linkplain #extend extended}. */
    boolean isOf(What wanted, int attempt) {
        return what.equals(wanted) && newest <= attempt;
    }

    StreamViewModel view() {
        return view;
    }

    /** Adds the attempts and the workers that are not in it yet. */
    void extend(List<Part> parts) {
        int from = Math.max(0, parts.size() - MOST_ATTEMPTS);
        for (var part : parts.subList(from, parts.size())) {
            if (part.attempt() < newest) continue;
            List<Writer> more = part.writers().stream().filter(it -> isNew(part, it)).toList();
            if (more.isEmpty()) continue;
            newest = part.attempt();
            log.extend(new Part(part.attempt(), part.startedAt(), part.because(), more));
        }
    }

    private boolean isNew(Part part, Writer writer) {
        boolean wanted = what.ranks.isEmpty() || what.ranks.contains(writer.localRank());
        return wanted && included.add(new Included(part.attempt(), writer.localRank()));
    }

    @Override
    public void close() {
        view.close();
    }
}
