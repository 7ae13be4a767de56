package dev.muster.store.collective;

import dev.muster.store.StoreException;
import dev.muster.store.StoreTimeout;
import dev.muster.store.client.Deadline;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

/**
 * One search for those who left no mark: all are looked at together, then the parts of what is not
 * complete. The looks of one level go out together, so that a slow link costs a round trip per
 * level and not one per look.
 */
final class RankSearch {
    private static final int PARTS = 8;

    private record Range(int first, int end) {
        int size() {
            return end - first;
        }

        Stream<Range> parts() {
            int step = Math.ceilDiv(size(), PARTS);
            return Stream.iterate(first, part -> part < end, part -> part + step)
                    .map(part -> new Range(part, Math.min(end, part + step)));
        }
    }

    private enum Seen {
        COMPLETE,
        INCOMPLETE,
        TOO_LATE
    }

    private final RankMarks marks;
    private final Deadline deadline;
    private final List<Integer> absent = new ArrayList<>();
    private final List<Range> incomplete = new ArrayList<>();
    private int unseen;

    RankSearch(RankMarks marks, Deadline deadline) {
        this.marks = marks;
        this.deadline = deadline;
    }

    /**
     * Searches the ranks from {@code first} to one less than {@code end}.
     *
     * @throws StoreTimeout if there was no time for a single look
     */
    Absent among(int first, int end) {
        boolean complete =
                first == end || marks.store().check(marks.of(first, end), deadline.remaining());
        if (complete) return Absent.NOBODY;
        take(new Range(first, end), Seen.INCOMPLETE);
        while (!incomplete.isEmpty()) {
            var level = incomplete.stream().flatMap(Range::parts).toList();
            incomplete.clear();
            lookAt(level);
        }
        return new Absent(absent.stream().sorted().toList(), unseen);
    }

    private void lookAt(List<Range> level) {
        var looks = level.stream().map(this::look).toList();
        awaitAll(looks);
        for (int i = 0; i < looks.size(); i++) take(level.get(i), looks.get(i).join());
    }

    private void take(Range range, Seen seen) {
        switch (seen) {
            case COMPLETE -> {}
            case INCOMPLETE -> {
                if (range.size() == 1) absent.add(range.first());
                else incomplete.add(range);
            }
            case TOO_LATE -> unseen += range.size();
        }
    }

    private CompletableFuture<Seen> look(Range range) {
        var look =
                marks.store()
                        .async()
                        .check(marks.of(range.first(), range.end()), deadline.remaining());
        return look.thenApply(complete -> complete ? Seen.COMPLETE : Seen.INCOMPLETE)
                .exceptionallyCompose(
                        _ ->
                                look.exceptionNow() instanceof StoreTimeout
                                        ? CompletableFuture.completedFuture(Seen.TOO_LATE)
                                        : CompletableFuture.failedFuture(look.exceptionNow()));
    }

    private static void awaitAll(List<CompletableFuture<Seen>> looks) {
        try {
            CompletableFuture.allOf(looks.toArray(CompletableFuture<?>[]::new)).get();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new StoreException("looking for who is missing was interrupted");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof StoreException failure) throw failure;
            throw new IllegalStateException("looking for who is missing broke", e);
        }
    }
}
