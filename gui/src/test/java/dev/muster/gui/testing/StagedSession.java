package dev.muster.gui.testing;

import dev.muster.agent.AgentException;
import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.session.AgentSession;
import dev.muster.agent.session.AgentSnapshot;
import dev.muster.agent.session.LogSource;
import dev.muster.agent.session.RunHearer;
import dev.muster.agent.session.Subscription;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.store.StoreReading;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A session that shows what it is told to, and remembers what it was asked for. */
public final class StagedSession implements AgentSession {
    private final List<Consumer<AgentSnapshot>> listeners = new CopyOnWriteArrayList<>();
    private final List<AgentCommand> sent = new CopyOnWriteArrayList<>();
    private final List<JobSpec> launched = new CopyOnWriteArrayList<>();
    private final Map<RunId, List<NumberedEvent>> told = new ConcurrentHashMap<>();
    private final Set<RunId> heard = ConcurrentHashMap.newKeySet();
    private volatile CommandOutcome answer = new CommandOutcome.Accepted("done");
    private volatile List<JobSnapshot> runs = List.of();
    private volatile StacksAnswer stacks = (_, _) -> CompletableFuture.completedFuture(List.of());
    private volatile CompletionStage<StoreReading> store =
            CompletableFuture.failedFuture(new AgentException("the store is on another node"));
    private volatile String log = "";
    private volatile boolean simulated;
    private volatile boolean closed;

    /** Shows these runs from now on. */
    public void show(JobSnapshot... now) {
        runs = List.of(now);
        var snapshot = new AgentSnapshot("gpu-a", runs);
        listeners.forEach(listener -> listener.accept(snapshot));
    }

    /** Whoever wants to hear this run hears what has happened in it so far. */
    public void tell(RunStory story) {
        told.put(story.snapshot().run(), story.events());
    }

    public void pretendToBeSimulated() {
        simulated = true;
    }

    /** Where workers stand, when somebody asks. */
    @FunctionalInterface
    public interface StacksAnswer {
        CompletionStage<List<RankStack>> of(Set<LocalRank> localRanks, boolean mayEnd);
    }

    /** Where the workers stand. */
    public void stand(List<RankStack> now) {
        answerStacks(
                (wanted, _) ->
                        CompletableFuture.completedFuture(
                                now.stream()
                                        .filter(
                                                each ->
                                                        wanted.isEmpty()
                                                                || wanted.contains(
                                                                        each.localRank()))
                                        .toList()));
    }

    public void answerStacks(StacksAnswer how) {
        stacks = how;
    }

    /** What looking into the workers' store comes to. */
    public void answerStore(CompletionStage<StoreReading> now) {
        store = now;
    }

    /** What every worker has written to stdout. */
    public void say(String text) {
        log = text;
    }

    public void refuse(String because) {
        answer = new CommandOutcome.Refused(because);
    }

    public List<AgentCommand> sent() {
        return List.copyOf(sent);
    }

    public List<JobSpec> launched() {
        return List.copyOf(launched);
    }

    public boolean isClosed() {
        return closed;
    }

    @Override
    public String title() {
        return simulated ? "Simulated" : "This computer";
    }

    @Override
    public boolean simulated() {
        return simulated;
    }

    @Override
    public Subscription watch(Consumer<AgentSnapshot> listener) {
        listeners.add(listener);
        listener.accept(new AgentSnapshot("gpu-a", runs));
        return () -> listeners.remove(listener);
    }

    /** The runs that somebody hears now. */
    public Set<RunId> heard() {
        return Set.copyOf(heard);
    }

    @Override
    public Subscription hear(RunId run, RunHearer hearer) {
        heard.add(run);
        List<NumberedEvent> events = told.getOrDefault(run, List.of());
        Thread.ofVirtual().start(() -> tell(events, hearer));
        return () -> heard.remove(run);
    }

    private static void tell(List<NumberedEvent> events, RunHearer hearer) {
        if (events.isEmpty()) {
            hearer.absent();
            return;
        }
        JobSnapshot now = JobSnapshot.first(events.getFirst());
        hearer.happened(events.getFirst(), now);
        for (NumberedEvent event : events.subList(1, events.size())) {
            now = now.after(event);
            hearer.happened(event, now);
        }
    }

    @Override
    public CompletionStage<RunId> launch(JobSpec spec) {
        launched.add(spec);
        return CompletableFuture.completedFuture(new RunId("launched-" + launched.size()));
    }

    @Override
    public CompletionStage<CommandOutcome> send(AgentCommand command) {
        sent.add(command);
        return CompletableFuture.completedFuture(answer);
    }

    @Override
    public CompletionStage<List<RankStack>> stacks(
            RunId run, Set<LocalRank> localRanks, boolean mayEnd) {
        return stacks.of(localRanks, mayEnd);
    }

    @Override
    public CompletionStage<StoreReading> store(RunId run) {
        return store;
    }

    @Override
    public LogSource openLog(RunId run, int attempt, LocalRank localRank, LogStream stream) {
        String text = stream == LogStream.STDOUT ? log : "";
        return new Fixed(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        closed = true;
    }

    /** A log that does not grow. */
    private static final class Fixed implements LogSource {
        private final byte[] bytes;

        Fixed(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public long size() {
            return bytes.length;
        }

        @Override
        public int read(long position, ByteBuffer into) {
            int count = (int) Math.clamp(bytes.length - position, 0L, (long) into.remaining());
            into.put(bytes, (int) Math.min(position, bytes.length), count);
            return count;
        }

        @Override
        public Subscription onGrowth(Runnable listener) {
            return () -> {};
        }

        @Override
        public void close() {
            // nothing is open
        }
    }
}
