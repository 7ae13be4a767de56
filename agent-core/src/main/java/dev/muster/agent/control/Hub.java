package dev.muster.agent.control;

import dev.muster.agent.Agent;
import dev.muster.agent.control.api.ApiLimits;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.RunId;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What the agent tells, on its way to whoever is connected. Lives on the control loop, but for what
 * the agent's thread does here: it leaves things in the inbox, and wakes the loop once for many.
 */
final class Hub implements Agent.Listener {
    /** So long are events gathered while many come. The first after a pause goes at once. */
    private static final long GATHER_NANOS = Duration.ofMillis(15).toNanos();

    private final EventLoop loop;
    private final MusterHome home;
    private final ConcurrentLinkedQueue<Runnable> inbox = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean woken = new AtomicBoolean();

    // on the loop
    private final Map<RunId, RunStream> streams = new LinkedHashMap<>();
    private final Map<RunId, Tally> tallies = new LinkedHashMap<>();
    private final Set<Channel> ofAgent = new LinkedHashSet<>();
    private final ChannelGroup ofRuns;
    private volatile List<JobSnapshot> runs = List.of(); // read from any thread
    private long lastTold = System.nanoTime() - GATHER_NANOS;

    Hub(EventLoop loop, MusterHome home) {
        this.loop = loop;
        this.home = home;
        ofRuns = new DefaultChannelGroup(loop);
        long beat = ApiLimits.HEARTBEAT.toMillis();
        var _ = loop.scheduleAtFixedRate(this::heartbeat, beat, beat, TimeUnit.MILLISECONDS);
    }

    /** On the agent's thread, before anything is told. */
    void present(List<JobSnapshot> present) {
        post(
                () -> {
                    runs = present;
                    present.forEach(run -> streamOf(run, run.seq() + 1));
                });
    }

    @Override
    public void happened(RunId run, NumberedEvent event, List<JobSnapshot> all) {
        post(
                () -> {
                    runs = all;
                    tally(run).hear(event.event());
                    snapshot(run).ifPresent(now -> streamOf(now, event.seq()).append(event));
                });
    }

    @Override
    public void forgot(RunId run, List<JobSnapshot> left) {
        post(
                () -> {
                    runs = left;
                    tallies.remove(run);
                    streams.remove(run);
                    tellOfAgent("gone", name(run));
                });
    }

    @Override
    public void measured(RunId run, RunUsage measured) {
        post(
                () -> {
                    tally(run).measured(measured);
                    Optional.ofNullable(streams.get(run))
                            .ifPresent(stream -> stream.measured(measured));
                });
    }

    /** All runs, oldest first, as far as they were told. Any thread. */
    List<JobSnapshot> runs() {
        return runs;
    }

    Optional<JobSnapshot> snapshot(RunId run) {
        return runs.stream().filter(candidate -> candidate.run().equals(run)).findFirst();
    }

    /** What has added up over the run. */
    Tally tally(RunId run) {
        return tallies.computeIfAbsent(run, _ -> new Tally());
    }

    /** Tells of a run that is here, on a channel whose answer has begun. */
    void watchRun(RunId run, long after, Channel channel) {
        ofRuns.add(channel);
        Optional.ofNullable(streams.get(run)).orElseThrow().watch(channel, after);
    }

    /**
     * Tells what is left to be told, and waits for a moment until those who watch a run that is
     * over have heard so. From any other thread.
     */
    void finish(Duration atMost) {
        loop.submit(this::tellAll).awaitUninterruptibly(atMost.toMillis());
        if (!ofRuns.isEmpty()) ofRuns.newCloseFuture().awaitUninterruptibly(atMost.toMillis());
    }

    /** Tells of all runs, and of each new one, on a channel whose answer has begun. */
    void watchAgent(Channel channel) {
        ofAgent.add(channel);
        var _ = channel.closeFuture().addListener((ChannelFuture _) -> ofAgent.remove(channel));
        ByteBuf chunk = Sse.begin(channel.alloc());
        runs.forEach(run -> Sse.message(chunk, "run", name(run.run())));
        if (runs.isEmpty()) Sse.heartbeat(chunk);
        var _ = channel.writeAndFlush(Sse.end(chunk));
    }

    private RunStream streamOf(JobSnapshot run, long next) {
        RunStream known = streams.get(run.run());
        if (known != null) return known;
        var journal = home.runs().resolve(run.run().value()).resolve("events.jsonl");
        var stream =
                new RunStream(
                        run.run(),
                        () -> snapshot(run.run()).orElse(run),
                        journal,
                        next,
                        run.end().isPresent(),
                        loop);
        streams.put(run.run(), stream);
        tellOfAgent("run", name(run.run()));
        return stream;
    }

    private static String name(RunId run) {
        return "{\"run\":\"%s\"}".formatted(run);
    }

    private void tellOfAgent(String kind, String json) {
        if (ofAgent.isEmpty()) return;
        ByteBuf chunk = Sse.begin(ByteBufAllocator.DEFAULT);
        Sse.message(chunk, kind, json);
        tell(ofAgent, Sse.end(chunk));
    }

    /** So little is told here that whoever does not take it is gone. */
    private static void tell(Set<Channel> channels, ByteBuf chunk) {
        for (Channel channel : List.copyOf(channels)) {
            if (channel.isWritable()) {
                var _ = channel.writeAndFlush(chunk.retainedDuplicate());
            } else {
                var _ = channel.close();
            }
        }
        chunk.release();
    }

    private void heartbeat() {
        boolean watched = streams.values().stream().anyMatch(RunStream::isWatched);
        if (!watched && ofAgent.isEmpty()) return;
        ByteBuf chunk = Sse.begin(ByteBufAllocator.DEFAULT);
        Sse.heartbeat(chunk);
        Sse.end(chunk);
        streams.values().forEach(stream -> stream.heartbeat(chunk));
        tell(ofAgent, chunk);
    }

    private void post(Runnable news) {
        inbox.add(news);
        if (!woken.compareAndSet(false, true)) return;
        try {
            loop.execute(this::wake);
        } catch (RejectedExecutionException _) {
            inbox.clear(); // the server is closed, and nobody is left to tell
        }
    }

    private void wake() {
        long wait = lastTold + GATHER_NANOS - System.nanoTime();
        if (wait <= 0) {
            tellAll();
        } else {
            var _ = loop.schedule(this::tellAll, wait, TimeUnit.NANOSECONDS);
        }
    }

    /** Whoever asks after a command finds what the command did. */
    void catchUp() {
        if (!inbox.isEmpty()) tellAll();
    }

    private void tellAll() {
        woken.set(false);
        for (Runnable news = inbox.poll(); news != null; news = inbox.poll()) news.run();
        streams.values().forEach(RunStream::flush);
        lastTold = System.nanoTime();
    }
}
