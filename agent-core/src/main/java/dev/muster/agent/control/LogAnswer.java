package dev.muster.agent.control;

import dev.muster.agent.control.api.ApiHeader;
import dev.muster.agent.output.Growth;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.LastHttpContent;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The bytes of a worker's stream on their way to one client, no faster than it takes them. Its
 * thread reads, sends, waits, and does nothing else.
 *
 * @param from the first byte that is wanted
 * @param limit how many at most
 * @param follow whether bytes that are absent are waited for, until the log is cut
 * @param growing whether more bytes may come; absent bytes are waited for only then. Any thread
 */
record LogAnswer(Path path, long from, long limit, boolean follow, BooleanSupplier growing) {
    private static final Logger LOG = LoggerFactory.getLogger(LogAnswer.class);
    private static final int PIECE = 64 << 10;

    /** An end of the run that no byte announces is seen after that. */
    private static final long LOOK_MILLIS = 1_000;

    /** What ends an answer. */
    private enum End {
        /** Every byte that was asked for and came to be is sent. */
        WHOLE,
        /** There are fewer bytes than there were; those that come now are others. */
        CUT,
        BROKEN
    }

    /** From any thread: opening a file may take its time, and so may all the rest. */
    void begin(Growth growth, Answer answer) {
        Thread.ofVirtual().name("log for a client").start(() -> open(growth, answer));
    }

    private void open(Growth growth, Answer answer) {
        Channel channel = answer.channel();
        try (FileChannel file = WorkerLog.open(path)) {
            long size = file.size();
            long wanted = Math.clamp(size - from, 0, limit);
            on(channel, () -> answer.bytes(headers(size, wanted)));
            switch (follow ? follow(file, growth, channel) : copy(file, wanted, channel)) {
                case WHOLE -> on(channel, () -> answer.last(LastHttpContent.EMPTY_LAST_CONTENT));
                case CUT -> {
                    LastHttpContent last = cut(file.size());
                    on(channel, () -> answer.last(last));
                }
                case BROKEN -> {
                    var _ = channel.close(); // the length that was told cannot be kept
                }
            }
        } catch (NoSuchFileException _) {
            on(channel, () -> answer.problem(Refusal.notFound("the log is gone").problem()));
        } catch (IOException e) {
            LOG.warn("{} cannot be read: {}", path, e.getMessage());
            var _ = channel.close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private Map<CharSequence, String> headers(long size, long wanted) {
        return Map.of(
                ApiHeader.LOG_SIZE,
                Long.toString(size),
                follow ? HttpHeaderNames.TRANSFER_ENCODING : HttpHeaderNames.CONTENT_LENGTH,
                follow ? HttpHeaderValues.CHUNKED.toString() : Long.toString(wanted));
    }

    private static LastHttpContent cut(long left) {
        var last = new DefaultLastHttpContent();
        last.trailingHeaders().set(ApiHeader.LOG_CUT, Long.toString(left));
        return last;
    }

    private static void on(Channel channel, Runnable action) {
        try {
            channel.eventLoop().execute(action);
        } catch (RejectedExecutionException _) {
            var _ = channel.close(); // as everything does now
        }
    }

    private End copy(FileChannel file, long wanted, Channel channel)
            throws IOException, InterruptedException {
        long at = from;
        while (at < from + wanted) {
            int sent = sendPiece(file, at, from + wanted - at, channel);
            if (sent <= 0) return End.BROKEN;
            at += sent;
        }
        return End.WHOLE;
    }

    private End follow(FileChannel file, Growth growth, Channel channel)
            throws IOException, InterruptedException {
        var grown = new Semaphore(0);
        long at = from;
        long size = file.size();
        try (var _ = growth.listen(path, grown::release)) {
            while (channel.isActive() && at < from + limit) {
                boolean more = growing.getAsBoolean(); // before it is read for the last time
                int sent = sendPiece(file, at, from + limit - at, channel);
                if (sent < 0) return End.BROKEN;
                if (sent > 0) {
                    at += sent;
                    size = Math.max(size, at);
                    continue;
                }
                if (file.size() < size) return End.CUT;
                if (!more) return End.WHOLE;
                var _ = grown.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                grown.drainPermits();
            }
        }
        return channel.isActive() ? End.WHOLE : End.BROKEN;
    }

    /** How many bytes the client has taken; -1 when it takes none any more. */
    private static int sendPiece(FileChannel file, long at, long most, Channel channel)
            throws IOException, InterruptedException {
        int room = (int) Math.min(PIECE, most);
        ByteBuf piece = channel.alloc().directBuffer(room);
        int read;
        try {
            read = piece.writeBytes(file, at, room);
        } catch (IOException | RuntimeException e) {
            piece.release();
            throw e;
        }
        if (read <= 0) {
            piece.release();
            return 0;
        }
        boolean taken = channel.writeAndFlush(new DefaultHttpContent(piece)).await().isSuccess();
        return taken ? read : -1;
    }
}
