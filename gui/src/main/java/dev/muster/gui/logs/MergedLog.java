package dev.muster.gui.logs;

import dev.muster.agent.job.LogStream;
import dev.muster.agent.session.LogSource;
import dev.muster.agent.session.Subscription;
import dev.muster.gui.logs.LogScope.Part;
import dev.muster.gui.logs.LogScope.Writer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * Several streams as one log, in the order of time.
 *
 * <p>It is a log like any other: bytes at offsets, to which new ones are only ever added. So
 * paging, searching and filtering need not know that there is more than one file. The bytes stay
 * where they are; only their order is kept, as {@link Segments} of whole lines. New lines are put
 * at the end as they are first seen, which is their time. What was there before is ordered by
 * {@link OldOutput}. Lines that have no end yet come last, one per stream, and are not firm.
 *
 * <p>Lives on the reader's thread; {@link #extend} may be called from any.
 */
final class MergedLog implements LogSource, Origins {
    /** Streams that are merged at most; each needs an open file. */
    static final int MOST_INPUTS = 256;

    /** Bytes shown of a line that has no end yet. */
    private static final long UNENDED_SHOWN = 1 << 14;

    private static final long SHORTEST_GAP_MILLIS = 10;
    private static final int SEGMENTS_PER_GAP = 500_000;

    private final Opening opening;
    private final InstantSource clock;
    private final Set<LogStream> streams;
    private final Queue<Part> wanted = new ConcurrentLinkedQueue<>();
    private final Segments segments = new Segments();
    private final List<LogInput> inputs = new ArrayList<>();
    private final List<byte[]> rules = new ArrayList<>();
    private int attempt = -1;
    private int firstOfAttempt;
    private int firmCount;
    private volatile boolean waking;
    private volatile Optional<Runnable> listener = Optional.empty();

    /** Opens the stream of a worker. */
    interface Opening {
        LogSource open(int attempt, Writer writer, LogStream stream) throws IOException;
    }

    MergedLog(Opening opening, InstantSource clock, Set<LogStream> streams) {
        this.opening = opening;
        this.clock = clock;
        this.streams = Set.copyOf(streams);
    }

    /** Adds workers of the attempt that was added last, or of a later one. Any thread. */
    void extend(Part part) {
        wanted.add(part);
        wake();
    }

    @Override
    public long size() throws IOException {
        segments.keep(firmCount);
        for (var part = wanted.poll(); part != null; part = wanted.poll()) open(part);
        long now = clock.millis();
        for (int number = firstOfAttempt; number < inputs.size(); number++) take(number, now);
        firmCount = segments.count();
        for (int number = firstOfAttempt; number < inputs.size(); number++) showUnended(number);
        return segments.size();
    }

    private void open(Part part) throws IOException {
        if (part.attempt() != attempt) {
            boolean first = attempt < 0;
            for (int number = firstOfAttempt; number < inputs.size(); number++) seal(number);
            attempt = part.attempt();
            firstOfAttempt = inputs.size();
            if (!first) rule("attempt %d: %s".formatted(attempt, part.because()), part.startedAt());
        }
        var old = new ArrayList<List<OldOutput.Piece>>();
        var stamps = new LineStamp(ZoneId.systemDefault(), part.startedAt());
        var pieces = new OldOutput(stamps, part.writers().size() * streams.size());
        for (var writer : part.writers()) {
            for (var stream : LogStream.values()) {
                if (streams.contains(stream)) open(part, writer, stream, pieces, old);
            }
        }
        for (var piece : OldOutput.merged(old)) {
            segments.add(
                    piece.input(),
                    piece.from(),
                    piece.length(),
                    piece.millis(),
                    piece.exact(),
                    false);
        }
    }

    private void open(
            Part part,
            Writer writer,
            LogStream stream,
            OldOutput pieces,
            List<List<OldOutput.Piece>> old)
            throws IOException {
        String name = "rank %s, %s".formatted(writer.rank(), stream.word());
        if (inputs.size() >= MOST_INPUTS) {
            if (inputs.size() == MOST_INPUTS)
                rule("too many streams to merge: without " + name, clock.instant());
            return;
        }
        try {
            var source = opening.open(part.attempt(), writer, stream);
            int number = inputs.size();
            var input = new LogInput(writer.rank(), stream, source, this::wake);
            inputs.add(input);
            long end = input.linesEnd(source.size());
            Instant until = writer.until().orElseGet(clock::instant);
            old.add(pieces.piecesOf(input, number, end, writer.from(), until));
            input.take(end, 0);
        } catch (IOException e) {
            String why = Optional.ofNullable(e.getMessage()).orElse(e.toString());
            rule("%s cannot be read: %s".formatted(name, why), clock.instant());
        }
    }

    /** Puts the new lines of a stream at the end, if it is its turn. */
    private void take(int number, long now) throws IOException {
        var input = inputs.get(number);
        long size = input.source().size();
        if (size < input.taken()) input.take(0, now);
        if (size == input.taken()) return;
        long gap = SHORTEST_GAP_MILLIS << Math.min(7, segments.count() / SEGMENTS_PER_GAP);
        if (now - input.takenAt() < gap) {
            wakeIn(gap);
            return;
        }
        long end = input.linesEnd(size);
        segments.add(number, input.taken(), end - input.taken(), now, true, false);
        if (end > input.taken()) input.take(end, now);
        if (size - end > LogInput.LONGEST_WAIT) {
            segments.add(number, end, size - end, now, true, true);
            input.take(size, now);
        }
    }

    private void showUnended(int number) throws IOException {
        var input = inputs.get(number);
        long size = input.source().size();
        long from = Math.max(input.linesEnd(size), size - UNENDED_SHOWN);
        if (size > from) segments.add(number, from, size - from, clock.millis(), true, true);
    }

    /** Nothing more is expected of a stream: its last line is as it is. */
    private void seal(int number) throws IOException {
        var input = inputs.get(number);
        long size = input.source().size();
        long end = input.linesEnd(size);
        long now = clock.millis();
        segments.add(number, input.taken(), end - input.taken(), now, true, false);
        if (size > end) segments.add(number, end, size - end, now, true, true);
        input.take(size, now);
    }

    private void rule(String words, Instant at) {
        rules.add("── %s ──\n".formatted(words).getBytes(StandardCharsets.UTF_8));
        int length = rules.getLast().length;
        segments.add(-rules.size(), 0, length, at.toEpochMilli(), true, false);
    }

    @Override
    public int read(long position, ByteBuffer into) throws IOException {
        int before = into.position();
        long at = position;
        for (int segment = segments.at(at);
                into.hasRemaining() && at < segments.size();
                segment++) {
            long end = segments.end(segment) - (segments.isEnded(segment) ? 1 : 0);
            int count = (int) Math.min(into.remaining(), end - at);
            long from = segments.from(segment) + at - segments.start(segment);
            copy(segments.input(segment), from, into, count);
            at += count;
            if (at == end && segments.isEnded(segment) && into.hasRemaining()) {
                into.put((byte) '\n');
                at++;
            }
        }
        return into.position() - before;
    }

    private void copy(int input, long from, ByteBuffer into, int count) throws IOException {
        int limit = into.limit();
        into.limit(into.position() + count);
        if (input < 0) {
            into.put(rules.get(-input - 1), (int) from, count);
        } else {
            inputs.get(input).read(from, into);
        }
        into.limit(limit);
    }

    @Override
    public Stretch at(long offset) {
        int segment = segments.at(offset);
        int number = segments.input(segment);
        var at = Instant.ofEpochMilli(segments.millis(segment));
        if (number < 0) return new Stretch(-1, segments.end(segment), new Origin.Rule(at));
        var input = inputs.get(number);
        var origin =
                new Origin.Printed(input.rank(), input.stream(), at, segments.isExact(segment));
        return new Stretch(number, segments.end(segment), origin);
    }

    @Override
    public long firm(long size) {
        return firmCount < segments.count() ? segments.start(firmCount) : size;
    }

    @Override
    public Subscription onGrowth(Runnable told) {
        listener = Optional.of(told);
        return () -> listener = Optional.empty();
    }

    private void wake() {
        listener.ifPresent(Runnable::run);
    }

    private void wakeIn(long millis) {
        if (waking) return;
        waking = true;
        CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS)
                .execute(this::wakeAfterGap);
    }

    private void wakeAfterGap() {
        waking = false;
        wake();
    }

    @Override
    public void close() throws IOException {
        Optional<IOException> failure = Optional.empty();
        for (var input : inputs) {
            try {
                input.close();
            } catch (IOException e) {
                failure.ifPresent(e::addSuppressed);
                failure = Optional.of(e);
            }
        }
        if (failure.isPresent()) throw failure.get();
    }
}
