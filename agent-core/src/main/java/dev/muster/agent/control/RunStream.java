package dev.muster.agent.control;

import dev.muster.agent.control.api.UsageJson;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.job.RunId;
import dev.muster.agent.journal.EventJson;
import dev.muster.agent.journal.LostEvents;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.EventLoop;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * The events of one run on their way to whoever watches it. Lives on the control loop.
 *
 * <p>A watcher is either <em>live</em> or <em>reading</em>. Live ones are all at the same place, so
 * a batch of new events is encoded once, and all of them get the same bytes. Whoever comes late, or
 * has not taken what it was sent when the next batch is there, reads: a thread of its own sends it
 * what the journal has, piece by piece and no faster than it takes them, until it has caught up.
 * Nothing is remembered for it in the meantime. Measurements go to those who take them; whoever did
 * not gets all of them with the next one it takes.
 */
final class RunStream {
    private static final Logger LOG = LoggerFactory.getLogger(RunStream.class);
    private static final ByteBufAllocator BUFFERS = ByteBufAllocator.DEFAULT;

    private final RunId run;
    private final Supplier<JobSnapshot> known;
    private final Path journal;
    private final EventLoop loop;
    private final JournalReading.Places places = new JournalReading.Places();
    private final Set<Channel> live = new LinkedHashSet<>();
    private final Set<Channel> unmeasured = new HashSet<>(); // live, and to get the whole usage
    private long next;
    private long afterBatch;
    private @Nullable ByteBuf batch;
    private boolean over;
    private Optional<RunUsage> usage = Optional.empty();

    /**
     * @param known the run as it stands, for any thread
     * @param next the first event that will be told here
     * @param over whether there will be none
     */
    RunStream(
            RunId run,
            Supplier<JobSnapshot> known,
            Path journal,
            long next,
            boolean over,
            EventLoop loop) {
        this.run = run;
        this.known = known;
        this.journal = journal;
        this.loop = loop;
        this.next = next;
        this.over = over;
        afterBatch = next;
    }

    /** Sends the events behind {@code after} to a channel whose answer has begun. */
    void watch(Channel channel, long after) {
        var _ = channel.closeFuture().addListener((ChannelFuture _) -> leave(channel));
        if (after + 1 >= next) {
            join(channel);
        } else {
            read(channel, after + 1);
        }
    }

    void append(NumberedEvent event) {
        if (event.seq() < afterBatch) return; // it is in the journal that the watchers read
        ByteBuf chunk = batch == null ? Sse.begin(BUFFERS) : batch;
        batch = chunk;
        Sse.event(chunk, event.seq(), EventJson.line(event));
        afterBatch = event.seq() + 1;
        if (event.event() instanceof AgentEvent.RunEnded) over = true;
    }

    void measured(RunUsage latest) {
        usage = Optional.of(latest);
        if (live.isEmpty()) return;
        ByteBuf chunk = usage(UsageJson.latest(latest));
        for (Channel channel : List.copyOf(live)) {
            if (!channel.isWritable()) {
                unmeasured.add(channel);
            } else if (unmeasured.remove(channel)) {
                var _ = channel.writeAndFlush(usage(UsageJson.whole(latest)));
            } else {
                var _ = channel.writeAndFlush(chunk.retainedDuplicate(), channel.voidPromise());
            }
        }
        chunk.release();
    }

    /** Sends what was appended. */
    void flush() {
        ByteBuf chunk = batch;
        if (chunk == null) return;
        batch = null;
        long first = next;
        next = afterBatch;
        for (Channel channel : List.copyOf(live)) {
            if (!channel.isWritable()) {
                leave(channel);
                read(channel, first);
            }
        }
        tellLive(Sse.end(chunk));
        if (over) List.copyOf(live).forEach(this::end);
    }

    /** Those that have not taken the last ones need no sign of life. */
    void heartbeat(ByteBuf chunk) {
        for (Channel channel : List.copyOf(live)) {
            if (channel.isWritable()) {
                var _ = channel.writeAndFlush(chunk.retainedDuplicate());
            }
        }
    }

    boolean isWatched() {
        return !live.isEmpty();
    }

    /** Who is found gone by that is no longer one of them at once. */
    private void tellLive(ByteBuf chunk) {
        for (Channel channel : List.copyOf(live)) {
            var _ = channel.writeAndFlush(chunk.retainedDuplicate(), channel.voidPromise());
        }
        chunk.release();
    }

    private void join(Channel channel) {
        if (!channel.isActive()) return;
        if (usage.isPresent()) {
            var _ = channel.writeAndFlush(usage(UsageJson.whole(usage.get())));
        }
        if (over) {
            end(channel);
        } else {
            live.add(channel);
        }
    }

    private void leave(Channel channel) {
        live.remove(channel);
        unmeasured.remove(channel);
    }

    private void end(Channel channel) {
        leave(channel);
        var _ = channel.writeAndFlush(Sse.last()).addListener(ChannelFutureListener.CLOSE);
    }

    private static ByteBuf usage(String json) {
        ByteBuf chunk = Sse.begin(BUFFERS);
        Sse.message(chunk, "usage", json);
        return Sse.end(chunk);
    }

    private void read(Channel channel, long first) {
        Thread.ofVirtual()
                .name("journal of " + run)
                .start(
                        () -> {
                            try {
                                catchUp(channel, first);
                            } catch (IOException e) {
                                LOG.warn("The events of {} cannot be read back.", run, e);
                                var _ = channel.close();
                            } catch (InterruptedException _) {
                                Thread.currentThread().interrupt();
                            } catch (RejectedExecutionException _) {
                                var _ = channel.close(); // as everything does now
                            }
                        });
    }

    /** On the reader's thread. */
    private void catchUp(Channel channel, long first) throws IOException, InterruptedException {
        try (var reading = JournalReading.open(journal, places, first)) {
            while (channel.isActive()) {
                long until = placeOrJoin(channel, reading.next());
                if (until == reading.next()) return;
                sendUntil(until, reading, channel);
            }
        }
    }

    /** How far the live ones are; the channel is one of them when it is as far. */
    private long placeOrJoin(Channel channel, long at) {
        return CompletableFuture.supplyAsync(
                        () -> {
                            if (at == next) join(channel);
                            return next;
                        },
                        loop)
                .join();
    }

    private void sendUntil(long until, JournalReading reading, Channel channel)
            throws IOException, InterruptedException {
        while (reading.next() < until) {
            long before = reading.next();
            ByteBuf chunk = reading.read(until, BUFFERS);
            if (reading.next() == before) {
                // the journal was torn off: say so, rather than pass over it
                Sse.lost(chunk, new LostEvents(before, until), known.get());
                reading.skipTo(until);
            }
            if (!channel.writeAndFlush(Sse.end(chunk)).await().isSuccess()) return;
        }
    }
}
