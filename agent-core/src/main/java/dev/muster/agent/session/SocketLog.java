package dev.muster.agent.session;

import dev.muster.agent.control.api.ApiLimits;
import dev.muster.agent.control.client.ControlClient;
import dev.muster.agent.control.client.ControlFailure;
import dev.muster.agent.control.client.Following;
import dev.muster.agent.control.client.LogListener;
import dev.muster.agent.control.client.LogPiece;
import dev.muster.agent.control.client.LogPlace;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;

/**
 * A log behind a socket. What is asked for is fetched piece by piece; while somebody waits for
 * growth, new bytes come by themselves and the last of them are kept. A reader that does not look
 * holds up the agent's stream, and nothing is piled up. A stream that has long been silent is
 * checked: a connection that is lost says nothing, and neither does a log that does not grow.
 *
 * <p>Methods: any thread but the client's, which the reading ones wait for.
 */
final class SocketLog implements LogSource {
    private static final int LARGEST_PIECE = 1 << 20;
    private static final int TAIL = 1 << 20;
    private static final Duration LONGEST_SILENCE = ApiLimits.HEARTBEAT.multipliedBy(2);

    private final ControlClient client;
    private final LogPlace place;
    private final LogTail tail;
    private final Duration longestSilence;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile boolean live;
    private volatile boolean closed;

    /** How long the log is, as the agent said last. What has come of the stream may be more. */
    private volatile long told;

    // on the client's thread
    private final Backoff backoff = new Backoff();
    private Optional<Following> stream = Optional.empty();
    private boolean held;

    private SocketLog(ControlClient client, LogPlace place, long size, Duration longestSilence) {
        this.client = client;
        this.place = place;
        this.longestSilence = longestSilence;
        told = size;
        tail = new LogTail(TAIL, size);
    }

    /**
     * @throws NoSuchFileException when there is no such log
     */
    static SocketLog open(ControlClient client, LogPlace place) throws IOException {
        return open(client, place, LONGEST_SILENCE);
    }

    static SocketLog open(ControlClient client, LogPlace place, Duration longestSilence)
            throws IOException {
        long size = await(client.readLog(place, 0, 0)).size();
        return new SocketLog(client, place, size, longestSilence);
    }

    @Override
    public long size() throws IOException {
        if (live) {
            long come = tail.show();
            client.thread().execute(this::goOn);
            return Math.max(told, come);
        }
        told = await(client.readLog(place, 0, 0)).size();
        return told;
    }

    @Override
    public int read(long position, ByteBuffer into) throws IOException {
        if (!into.hasRemaining()) return 0;
        int kept = tail.read(position, into);
        if (kept > 0) return kept;
        int limit = Math.min(into.remaining(), LARGEST_PIECE);
        LogPiece piece = await(client.readLog(place, position, limit));
        told = piece.size();
        int count = piece.bytes().remaining();
        into.put(piece.bytes());
        return count;
    }

    @Override
    public Subscription onGrowth(Runnable listener) {
        listeners.add(listener);
        client.thread().execute(this::follow);
        return () -> listeners.remove(listener);
    }

    @Override
    public void close() {
        closed = true;
        listeners.clear();
        client.thread().execute(() -> stream.ifPresent(Following::close));
    }

    private void follow() {
        if (closed || stream.isPresent()) return;
        held = false;
        var growth = new Growth();
        stream = Optional.of(client.followLog(place, tail.end(), growth));
        growth.lookLater();
    }

    private void followAgain() {
        stream = Optional.empty();
        follow();
    }

    private void goOn() {
        if (!held) return;
        held = false;
        stream.ifPresent(Following::resume);
    }

    private void tellGrowth() {
        listeners.forEach(Runnable::run);
    }

    /** The agent has ended the stream: the file was cut, or nothing more will come. */
    private void lookForCut(LogPiece now) {
        if (now.size() < tail.end()) {
            tail.restart(now.size());
            told = now.size();
            followAgain();
        }
        tellGrowth();
    }

    private static <T> T await(CompletableFuture<T> answer) throws IOException {
        try {
            return answer.get();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for a log");
        } catch (ExecutionException e) {
            Throwable cause = Causes.of(e);
            String reason = String.valueOf(cause.getMessage());
            if (cause instanceof ControlFailure.Refused refused && refused.isAbsence()) {
                throw new NoSuchFileException(reason);
            }
            throw new IOException(reason, cause);
        }
    }

    /** What comes of the stream. */
    private final class Growth implements LogListener {
        private boolean heard;
        private boolean over;

        void lookLater() {
            client.after(longestSilence, this::look);
        }

        private void look() {
            if (over || closed) return;
            if (heard || held) {
                heard = false;
                lookLater();
                return;
            }
            var _ = client.readLog(place, 0, 0).whenComplete(this::judge);
        }

        private void judge(@Nullable LogPiece now, @Nullable Throwable failure) {
            if (over || closed) return;
            boolean isBehind = now != null && now.size() > tail.end() && !heard && !held;
            if (failure == null && !isBehind) {
                lookLater();
                return;
            }
            stream.ifPresent(Following::close);
            breakOff();
        }

        private void breakOff() {
            over = true;
            live = false;
            if (!closed) client.after(backoff.next(), SocketLog.this::followAgain);
        }

        @Override
        public void opened(long size) {
            live = true;
            heard = true;
            backoff.reset();
        }

        @Override
        public void came(ByteBuffer piece) {
            heard = true;
            tail.take(piece);
            if (tail.isFull() && !held) {
                held = true;
                stream.ifPresent(Following::pause);
            }
            tellGrowth();
        }

        @Override
        public void ended() {
            over = true;
            live = false;
            var _ =
                    client.readLog(place, 0, 0)
                            .whenComplete(
                                    (now, failure) -> {
                                        if (failure == null) lookForCut(now);
                                    });
        }

        @Override
        public void failed(ControlFailure why) {
            breakOff();
        }
    }
}
