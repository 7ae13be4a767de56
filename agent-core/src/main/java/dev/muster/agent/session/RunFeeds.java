package dev.muster.agent.session;

import dev.muster.agent.control.client.ControlClient;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.job.RunId;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;

/**
 * All runs of a distant agent. Of an agent with a long past, only a few are caught up with at a
 * time. On the client's thread.
 */
final class RunFeeds {
    /** An agent that claims to have more is not believed. */
    private static final int MOST_RUNS = 10_000;

    private static final int AT_A_TIME = 16;

    private final ControlClient client;
    private final Runnable onChange;
    private final Map<RunId, RunFeed> feeds = new LinkedHashMap<>();
    private final Queue<RunFeed> waiting = new ArrayDeque<>();
    private int catchingUp;
    private boolean open;

    RunFeeds(ControlClient client, Runnable onChange) {
        this.client = client;
        this.onChange = onChange;
    }

    /** The agent has this run. */
    void add(RunId run) {
        if (feeds.containsKey(run)) return;
        if (feeds.size() == MOST_RUNS) {
            throw new IllegalArgumentException(
                    "the agent tells of more than %d runs".formatted(MOST_RUNS));
        }
        var feed = new RunFeed(run, client, new Fed());
        feeds.put(run, feed);
        waiting.add(feed);
        openNext();
    }

    /** The agent has these runs and no others. */
    void keep(Collection<RunId> present) {
        for (RunId run : List.copyOf(feeds.keySet())) {
            if (!present.contains(run)) remove(run);
        }
    }

    void remove(RunId run) {
        RunFeed feed = feeds.remove(run);
        if (feed == null) return;
        if (!feed.isCaughtUp() && !waiting.remove(feed)) catchingUp--;
        feed.close();
        openNext();
        onChange.run();
    }

    /** The agent can be asked again. */
    void resume() {
        open = true;
        feeds.values().stream().filter(feed -> !waiting.contains(feed)).forEach(RunFeed::open);
        openNext();
    }

    /** The agent cannot be asked now. */
    void suspend() {
        open = false;
        feeds.values().forEach(RunFeed::close);
    }

    /** Whether each of these runs is known as it stood when it was first heard of. */
    boolean isCaughtUp(Collection<RunId> runs) {
        return runs.stream()
                .allMatch(
                        run -> {
                            RunFeed feed = feeds.get(run);
                            return feed == null || feed.isCaughtUp();
                        });
    }

    boolean shows(RunId run) {
        return Optional.ofNullable(feeds.get(run)).flatMap(RunFeed::snapshot).isPresent();
    }

    List<JobSnapshot> snapshots() {
        return feeds.values().stream().flatMap(feed -> feed.snapshot().stream()).toList();
    }

    Map<RunId, RunUsage> usage() {
        var all = new HashMap<RunId, RunUsage>();
        feeds.forEach((run, feed) -> feed.usage().ifPresent(usage -> all.put(run, usage)));
        return all;
    }

    private void openNext() {
        while (open && catchingUp < AT_A_TIME && !waiting.isEmpty()) {
            catchingUp++;
            waiting.remove().open();
        }
    }

    private final class Fed implements RunFeed.Listener {
        @Override
        public void happened(NumberedEvent event, JobSnapshot now) {
            onChange.run();
        }

        @Override
        public void measured() {
            onChange.run();
        }

        @Override
        public void caughtUp() {
            catchingUp--;
            openNext();
            onChange.run();
        }

        @Override
        public void absent(RunFeed feed) {
            remove(feed.run());
        }
    }
}
