package dev.muster.gui.logs;

import dev.muster.agent.session.LogSource;
import dev.muster.agent.session.Subscription;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Drives a {@link LogDocument} on a thread of its own, which sleeps unless bytes arrived, a
 * viewport changed or lines are yet to be counted. Methods may be called from any thread and do not
 * wait for it.
 *
 * <p>States go out no faster than they are {@linkplain #taken taken}: output that arrives at any
 * rate costs the screen one page per pulse.
 */
final class LogReader implements AutoCloseable {
    /** Opens the log; on the reader's thread, since it may have to wait for a disk. */
    interface Opening {
        OpenLog open() throws IOException;
    }

    private static final long SAVE_STEP = 1L << 20;

    private final Opening opening;
    private final Consumer<LogState> listener;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Queue<Copying> copies = new ArrayDeque<>();
    private Optional<Viewport> viewport = Optional.empty();
    private Query query = Query.NONE;
    private Optional<Hunting> hunting = Optional.empty();
    private Optional<Storing> storing = Optional.empty();
    private boolean grown = true;
    private boolean looked;
    private boolean taken = true;
    private boolean closing;

    /** A selection that is to be copied, and who waits for it. */
    private record Copying(Selection selection, CompletableFuture<CopiedText> text) {}

    /** What is looked for, and who waits for the place where it stands. */
    private record Hunting(Hunt.Chase chase, CompletableFuture<OptionalLong> place) {}

    /** Where what is shown is to be saved, and who waits for the number of lines. */
    private record Storing(Path file, CompletableFuture<Long> lines) {}

    /** What the thread found to do, all at once. */
    private record Work(
            boolean close,
            boolean grown,
            boolean mayPublish,
            Optional<Viewport> viewport,
            Query query,
            Optional<Hunting> hunting,
            Optional<Storing> storing,
            Optional<Copying> copying) {}

    private LogReader(Opening opening, Consumer<LogState> listener) {
        this.opening = opening;
        this.listener = listener;
    }

    /** Opens a log and reads it until closed. The listener is called on the reader's thread. */
    static LogReader start(String name, Opening opening, Consumer<LogState> listener) {
        var reader = new LogReader(opening, listener);
        Thread.ofPlatform().name(name).daemon(true).start(reader::run);
        return reader;
    }

    /** Asks for pages, or for none; a later call overtakes an earlier one. */
    void look(Optional<Viewport> wanted) {
        change(
                () -> {
                    viewport = wanted;
                    looked = true;
                });
    }

    /** Shows what passes the query from now on; a later call overtakes an earlier one. */
    void ask(Query wanted) {
        change(
                () -> {
                    query = wanted;
                    looked = true;
                });
    }

    /**
     * Looks for the next hit or error among what is shown, until it is found or another one is
     * looked for; then the earlier stage is cancelled.
     */
    CompletionStage<OptionalLong> hunt(Hunt.Chase chase) {
        var next = new Hunting(chase, new CompletableFuture<>());
        change(
                () -> {
                    hunting.ifPresent(earlier -> earlier.place.cancel(false));
                    hunting = Optional.of(next);
                });
        return next.place;
    }

    /**
     * Writes what is shown to a file, beside all else; the stage tells how many lines it were. One
     * file at a time: an earlier one that is not complete is cancelled.
     */
    CompletionStage<Long> save(Path file) {
        var next = new Storing(file, new CompletableFuture<>());
        change(
                () -> {
                    storing.ifPresent(earlier -> earlier.lines.cancel(false));
                    storing = Optional.of(next);
                });
        return next.lines;
    }

    /** Says that the last state has reached the screen and the next is welcome. */
    void taken() {
        change(() -> taken = true);
    }

    /** The selected text; the stage fails when it cannot be read. */
    CompletionStage<CopiedText> copy(Selection selection) {
        var copying = new Copying(selection, new CompletableFuture<>());
        change(() -> copies.add(copying));
        return copying.text;
    }

    /** The thread ends soon, and closes the log. */
    @Override
    public void close() {
        change(() -> closing = true);
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            read(opening.open());
        } catch (IOException | UncheckedIOException e) {
            listener.accept(LogState.UNREAD.failed(reason(e)));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closing, and nobody is left to tell
        }
    }

    private void read(OpenLog log) throws IOException, InterruptedException {
        try (LogSource source = log.source();
                Subscription _ = source.onGrowth(() -> change(() -> grown = true))) {
            new Duty(new LogDocument(source, log.origins())).run();
        }
    }

    /** Waits until there is something to do; with {@code idleWork} there always is. */
    private Work await(boolean idleWork, boolean news) throws InterruptedException {
        lock.lock();
        try {
            while (!closing
                    && !grown
                    && copies.isEmpty()
                    && !isHunting()
                    && storing.filter(it -> !it.lines.isDone()).isEmpty()
                    && !(taken && (looked || news))
                    && !idleWork) {
                changed.await();
            }
            var work =
                    new Work(
                            closing,
                            grown,
                            taken && (looked || news || grown),
                            viewport,
                            query,
                            hunting,
                            storing,
                            Optional.ofNullable(copies.poll()));
            grown = false;
            if (work.mayPublish) {
                looked = false;
                taken = false;
            }
            return work;
        } finally {
            lock.unlock();
        }
    }

    private boolean isHunting() {
        return hunting.filter(it -> !it.place.isDone()).isPresent();
    }

    private static String reason(Exception e) {
        return Optional.ofNullable(e.getMessage()).orElse(e.getClass().getSimpleName());
    }

    /** The thread's own part: a document, and what of it was not told yet. */
    private final class Duty {
        private final LogDocument document;
        private LogState last = LogState.UNREAD;
        private boolean news;
        private boolean readable = true;
        private Query asked = Query.NONE;
        private Optional<Hunting> hunted = Optional.empty();
        private Optional<Hunt> hunt = Optional.empty();
        private Optional<Storing> stored = Optional.empty();
        private Optional<Saving> saving = Optional.empty();

        Duty(LogDocument document) {
            this.document = document;
        }

        void run() throws InterruptedException {
            while (true) {
                var work = await(readable && document.hasWork(), news);
                if (work.close) return;
                try {
                    step(work);
                } catch (IOException e) {
                    work.copying.ifPresent(copying -> copying.text.completeExceptionally(e));
                    work.hunting.ifPresent(it -> it.place.completeExceptionally(e));
                    lookAgain(e, work);
                }
            }
        }

        private void step(Work work) throws IOException {
            if (work.grown || work.mayPublish) {
                document.sync();
                readable = true;
                news = true;
            }
            if (!work.query.equals(asked)) {
                asked = work.query;
                hunt = Optional.empty();
                hunted = Optional.empty();
                document.ask(asked);
            }
            if (document.hasUnsifted()) {
                document.siftMore();
                news = true;
            }
            if (work.hunting.isPresent()) chase(work.hunting.get());
            if (work.storing.isPresent() && !document.hasUnsifted()) store(work.storing.get());
            if (work.copying.isPresent()) {
                var copying = work.copying.get();
                copying.text.complete(document.copy(copying.selection));
            }
            if (document.hasUncounted()) {
                document.countMore();
                news = news || !document.hasUncounted();
            }
            if (work.mayPublish) publish(work.viewport);
        }

        /** Goes on with saving; what cannot be written is told to whoever waits, not the screen. */
        private void store(Storing storing) {
            if (storing.lines.isDone()) return;
            try {
                if (!stored.equals(Optional.of(storing))) {
                    if (saving.isPresent()) saving.get().close();
                    stored = Optional.of(storing);
                    saving = Optional.of(document.save(storing.file));
                }
                var now = saving.orElseThrow();
                if (now.goOn(SAVE_STEP)) return;
                now.close();
                saving = Optional.empty();
                storing.lines.complete(now.lines());
            } catch (IOException e) {
                storing.lines.completeExceptionally(e);
            }
        }

        /** Goes on with what is looked for, from its beginning when it is something else. */
        private void chase(Hunting hunting) throws IOException {
            if (hunting.place.isDone()) return;
            if (!hunted.equals(Optional.of(hunting)) || hunt.isEmpty()) {
                hunted = Optional.of(hunting);
                hunt = Optional.of(document.hunt(hunting.chase));
            }
            var place = document.huntMore(hunt.get());
            if (place.isPresent() || document.isOver(hunt.get())) hunting.place.complete(place);
        }

        private void publish(Optional<Viewport> viewport) throws IOException {
            Optional<LogPage> page = Optional.empty();
            if (viewport.isPresent()) page = Optional.of(document.page(viewport.get()));
            last = document.state(page);
            news = false;
            listener.accept(last);
        }

        /** Bytes may be missing because somebody cut the file; anything else is told. */
        private void lookAgain(IOException e, Work work) {
            try {
                if (document.sync()) {
                    change(
                            () -> {
                                grown = true;
                                taken = taken || work.mayPublish;
                            });
                    return;
                }
            } catch (IOException again) {
                e.addSuppressed(again);
            }
            readable = false;
            news = false;
            listener.accept(last.failed(reason(e)));
        }
    }
}
