package dev.muster.agent.output;

import dev.muster.agent.output.RestingFolder.FloodGauge;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Tells listeners that a file may have grown: by the kernel's notification where the file system
 * gives one, and by looking once a second at those that do not (a network file system tells a
 * client nothing of what another client writes). Files that are written to very fast are looked at
 * fifty times a second in place of a notification for every write.
 *
 * <p>One thread for all files; listeners run on it and must be quick. Methods: any thread.
 */
public final class FileGrowth implements Growth, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FileGrowth.class);

    /** How late growth is noticed where the file system notifies nobody. */
    private static final long UNNOTIFIED_MILLIS = 1000;

    /** How often files are looked at while their folder rests from notifications. */
    private static final long LOOK_MILLIS = 20;

    private final Optional<WatchService> service;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Map<Path, Set<Listener>> byFile = new HashMap<>();
    private final Map<Path, WatchKey> keys = new HashMap<>();
    private final Map<Path, FloodGauge> gauges = new HashMap<>();
    private final Map<Path, RestingFolder> resting = new HashMap<>();

    private FileGrowth(Optional<WatchService> service) {
        this.service = service;
    }

    private final class Listener implements Listening {
        private final Path file;
        private final Runnable action;
        private volatile boolean closed;

        Listener(Path file, Runnable action) {
            this.file = file;
            this.action = action;
        }

        void tell() {
            if (closed) return;
            try {
                action.run();
            } catch (RuntimeException e) {
                LOG.error("A listener of {} broke; the others go on.", file, e);
            }
        }

        @Override
        public void close() {
            closed = true;
            forget(this);
        }
    }

    public static FileGrowth start() {
        return start(notifications());
    }

    /**
     * @param service absent: the system notifies of nothing
     */
    static FileGrowth start(Optional<WatchService> service) {
        var growth = new FileGrowth(service);
        Thread.ofPlatform().name("file growth").daemon(true).start(growth::watch);
        return growth;
    }

    /** A user may have only so many at a time, and editors and containers take them all. */
    private static Optional<WatchService> notifications() {
        try {
            return Optional.of(FileSystems.getDefault().newWatchService());
        } catch (IOException e) {
            LOG.warn("Files are looked at once a second only: {}", e.getMessage());
            return Optional.empty();
        }
    }

    @Override
    public synchronized Listening listen(Path file, Runnable action) throws IOException {
        Path folder = folderOf(file);
        if (!keys.containsKey(folder) && !resting.containsKey(folder)) watch(folder);
        var listener = new Listener(file, action);
        byFile.computeIfAbsent(file, _ -> new LinkedHashSet<>()).add(listener);
        return listener;
    }

    /** A system that has no notification to spare only makes us later: we look ourselves then. */
    private void watch(Path folder) throws IOException {
        if (service.isEmpty()) return;
        try {
            keys.put(folder, folder.register(service.get(), StandardWatchEventKinds.ENTRY_MODIFY));
        } catch (IOException e) {
            if (!Files.isDirectory(folder)) throw e;
            LOG.warn("{} is looked at once a second only: {}", folder, e.getMessage());
        }
    }

    private synchronized void forget(Listener listener) {
        Set<Listener> ofFile = byFile.get(listener.file);
        if (ofFile == null || !ofFile.remove(listener) || !ofFile.isEmpty()) return;
        byFile.remove(listener.file);
        Path folder = folderOf(listener.file);
        if (byFile.keySet().stream().anyMatch(file -> folderOf(file).equals(folder))) return;
        resting.remove(folder);
        gauges.remove(folder);
        WatchKey key = keys.remove(folder);
        if (key != null) key.cancel();
    }

    /** Its folder is gone; one of the same name may come and be listened to. */
    private synchronized void forget(WatchKey key) {
        keys.values().remove(key);
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            if (service.isPresent()) service.get().close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot end the file notifications", e);
        }
    }

    private void watch() {
        try {
            long lookedAt = System.nanoTime();
            long lookedAtRestingAt = lookedAt;
            while (true) {
                Optional<WatchKey> key = next();
                long now = System.nanoTime();
                if (now - lookedAt >= UNNOTIFIED_MILLIS * 1_000_000) {
                    lookedAt = now;
                    everyone().forEach(Listener::tell);
                }
                if (now - lookedAtRestingAt >= LOOK_MILLIS * 1_000_000) {
                    lookedAtRestingAt = now;
                    grownWhileResting(now).forEach(Listener::tell);
                }
                if (key.isPresent()) take(key.get(), now);
            }
        } catch (ClosedWatchServiceException _) {
            LOG.debug("no more file notifications: closed");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private Optional<WatchKey> next() throws InterruptedException {
        if (service.isPresent()) {
            return Optional.ofNullable(service.get().poll(pause(), TimeUnit.MILLISECONDS));
        }
        boolean closed = closing.await(pause(), TimeUnit.MILLISECONDS);
        if (closed) throw new ClosedWatchServiceException();
        return Optional.empty();
    }

    private void take(WatchKey key, long now) {
        int notifications = 0;
        for (var event : key.pollEvents()) {
            notifications += event.count();
            if (event.kind() == StandardWatchEventKinds.OVERFLOW) {
                everyone().forEach(Listener::tell);
            } else if (key.watchable() instanceof Path folder
                    && event.context() instanceof Path name) {
                listenersOf(folder.resolve(name)).forEach(Listener::tell);
            }
        }
        if (key.watchable() instanceof Path folder) letRest(folder, notifications, now);
        if (!key.reset()) forget(key);
    }

    private synchronized long pause() {
        return resting.isEmpty() ? UNNOTIFIED_MILLIS : LOOK_MILLIS;
    }

    private synchronized void letRest(Path folder, int notifications, long now) {
        FloodGauge gauge = gauges.computeIfAbsent(folder, _ -> new FloodGauge());
        if (!gauge.isFlood(notifications, now)) return;
        WatchKey key = keys.remove(folder);
        if (key == null) return;
        key.cancel();
        resting.put(folder, new RestingFolder(now));
    }

    /** Ends the rest where nothing grows, and then everybody looks once more. */
    private synchronized List<Listener> grownWhileResting(long now) {
        var told = new ArrayList<Listener>();
        for (Path folder : List.copyOf(resting.keySet())) {
            var rest = Objects.requireNonNull(resting.get(folder));
            List<Path> files =
                    byFile.keySet().stream().filter(f -> folderOf(f).equals(folder)).toList();
            rest.grown(files, now)
                    .forEach(file -> told.addAll(byFile.getOrDefault(file, Set.of())));
            if (rest.isQuiet(now)) {
                resting.remove(folder);
                watchAgain(folder);
                files.forEach(file -> told.addAll(byFile.getOrDefault(file, Set.of())));
            }
        }
        return told;
    }

    private void watchAgain(Path folder) {
        try {
            watch(folder);
        } catch (IOException e) {
            LOG.warn(
                    "{} is gone; its files are looked at once a second: {}",
                    folder,
                    e.getMessage());
        }
    }

    private synchronized List<Listener> everyone() {
        return byFile.values().stream().flatMap(Set::stream).toList();
    }

    private synchronized List<Listener> listenersOf(Path file) {
        return List.copyOf(byFile.getOrDefault(file, Set.of()));
    }

    private static Path folderOf(Path file) {
        Path folder = file.getParent();
        if (folder == null) {
            throw new UncheckedIOException(new NoSuchFileException(file + " (expected: absolute)"));
        }
        return folder;
    }
}
