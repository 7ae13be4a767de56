package dev.muster.agent.output;

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
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Tells listeners that a file may have grown: by the kernel's notification where the file system
 * gives one, and by looking once a second at those that do not (a network file system tells a
 * client nothing of what another client writes).
 *
 * <p>One thread for all files; listeners run on it and must be quick. Methods: any thread.
 */
public final class FileGrowth implements Growth, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FileGrowth.class);

    /** How late growth is noticed where the file system notifies nobody. */
    private static final long UNNOTIFIED_MILLIS = 1000;

    private final WatchService service;
    private final Map<Path, Set<Listener>> byFile = new HashMap<>();
    private final Map<Path, WatchKey> keys = new HashMap<>();

    private FileGrowth(WatchService service) {
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
        try {
            var growth = new FileGrowth(FileSystems.getDefault().newWatchService());
            Thread.ofPlatform().name("file growth").daemon(true).start(growth::watch);
            return growth;
        } catch (IOException e) {
            throw new UncheckedIOException("the system gives no file notifications", e);
        }
    }

    @Override
    public synchronized Listening listen(Path file, Runnable action) throws IOException {
        Path folder = folderOf(file);
        if (!keys.containsKey(folder)) watch(folder);
        var listener = new Listener(file, action);
        byFile.computeIfAbsent(file, _ -> new LinkedHashSet<>()).add(listener);
        return listener;
    }

    /** A system that has no notification to spare only makes us later: we look ourselves then. */
    private void watch(Path folder) throws IOException {
        try {
            keys.put(folder, folder.register(service, StandardWatchEventKinds.ENTRY_MODIFY));
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
        WatchKey key = keys.remove(folder);
        if (key != null) key.cancel();
    }

    /** Its folder is gone; one of the same name may come and be listened to. */
    private synchronized void forget(WatchKey key) {
        keys.values().remove(key);
    }

    @Override
    public void close() {
        try {
            service.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot end the file notifications", e);
        }
    }

    private void watch() {
        try {
            long lookedAt = System.nanoTime();
            while (true) {
                WatchKey key = service.poll(UNNOTIFIED_MILLIS, TimeUnit.MILLISECONDS);
                if (System.nanoTime() - lookedAt >= UNNOTIFIED_MILLIS * 1_000_000) {
                    lookedAt = System.nanoTime();
                    everyone().forEach(Listener::tell);
                }
                if (key == null) continue;
                for (var event : key.pollEvents()) {
                    if (event.kind() == StandardWatchEventKinds.OVERFLOW) {
                        everyone().forEach(Listener::tell);
                    } else if (key.watchable() instanceof Path folder
                            && event.context() instanceof Path name) {
                        listenersOf(folder.resolve(name)).forEach(Listener::tell);
                    }
                }
                if (!key.reset()) forget(key);
            }
        } catch (ClosedWatchServiceException _) {
            LOG.debug("no more file notifications: closed");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
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
