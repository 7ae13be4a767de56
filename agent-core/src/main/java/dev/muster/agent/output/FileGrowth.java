package dev.muster.agent.output;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
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
public final class FileGrowth implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FileGrowth.class);

    /** How late growth is noticed where the file system notifies nobody. */
    private static final long UNNOTIFIED_MILLIS = 1000;

    private final WatchService service;
    private final Map<Path, Set<Listening>> byFile = new HashMap<>();
    private final Map<Path, WatchKey> keys = new HashMap<>();

    private FileGrowth(WatchService service) {
        this.service = service;
    }

    /** One listener on one file, until closed. */
    public final class Listening implements AutoCloseable {
        private final Path file;
        private final Runnable listener;

        private Listening(Path file, Runnable listener) {
            this.file = file;
            this.listener = listener;
        }

        @Override
        public void close() {
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

    /**
     * Calls the listener after the file may have changed.
     *
     * @throws IOException when the file's folder cannot be watched
     */
    public synchronized Listening listen(Path file, Runnable listener) throws IOException {
        Path folder = folderOf(file);
        if (!keys.containsKey(folder)) {
            keys.put(folder, folder.register(service, StandardWatchEventKinds.ENTRY_MODIFY));
        }
        var listening = new Listening(file, listener);
        byFile.computeIfAbsent(file, _ -> new LinkedHashSet<>()).add(listening);
        return listening;
    }

    private synchronized void forget(Listening listening) {
        Set<Listening> ofFile = byFile.get(listening.file);
        if (ofFile == null || !ofFile.remove(listening) || !ofFile.isEmpty()) return;
        byFile.remove(listening.file);
        Path folder = folderOf(listening.file);
        if (byFile.keySet().stream().anyMatch(file -> folderOf(file).equals(folder))) return;
        WatchKey key = keys.remove(folder);
        if (key != null) key.cancel();
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
                    tell(everyone());
                }
                if (key == null) continue;
                for (var event : key.pollEvents()) {
                    if (event.kind() == StandardWatchEventKinds.OVERFLOW) {
                        tell(everyone());
                    } else if (key.watchable() instanceof Path folder
                            && event.context() instanceof Path name) {
                        tell(listenersOf(folder.resolve(name)));
                    }
                }
                key.reset();
            }
        } catch (ClosedWatchServiceException _) {
            LOG.debug("no more file notifications: closed");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void tell(List<Listening> listeners) {
        for (Listening listening : listeners) {
            try {
                listening.listener.run();
            } catch (RuntimeException e) {
                LOG.error("A listener of {} broke; the others go on.", listening.file, e);
            }
        }
    }

    private synchronized List<Listening> everyone() {
        return byFile.values().stream().flatMap(Set::stream).toList();
    }

    private synchronized List<Listening> listenersOf(Path file) {
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
