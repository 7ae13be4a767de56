package dev.muster.agent.pairing;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Who may come in at this moment. The list is read again when the system says that it changed, and
 * now and then without: a home that comes over the network does not tell what other machines do,
 * and a system may have no notification to spare. While the list cannot be read, nobody may come
 * in. Any thread.
 */
public final class ClientsInForce implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClientsInForce.class);

    /** How long somebody who was revoked may stay where nothing tells of it. */
    private static final long LOOK_SECONDS = 2;

    private final PairedClients list;
    private final Runnable changed;
    private final Optional<WatchService> notifications;
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile Map<KeyPin, PairedClient> byKey = Map.of();

    private ClientsInForce(
            PairedClients list, Runnable changed, Optional<WatchService> notifications) {
        this.list = list;
        this.changed = changed;
        this.notifications = notifications;
    }

    /**
     * @param changed called after every change, on whatever thread saw it
     * @throws IOException when the list cannot be read; the message is a sentence for the user
     */
    public static ClientsInForce open(PairedClients list, Runnable changed) throws IOException {
        Path folder = list.folder();
        list.read(); // later it is only said that it cannot be; now somebody is there to mend it
        var clients = new ClientsInForce(list, changed, notifications(folder));
        clients.byKey = clients.read();
        Thread.ofPlatform().name("paired clients").daemon(true).start(clients::run);
        return clients;
    }

    private static Optional<WatchService> notifications(Path folder) {
        try {
            WatchService service = folder.getFileSystem().newWatchService();
            try {
                folder.register(
                        service,
                        StandardWatchEventKinds.ENTRY_CREATE,
                        StandardWatchEventKinds.ENTRY_MODIFY,
                        StandardWatchEventKinds.ENTRY_DELETE);
            } catch (IOException e) {
                service.close();
                throw e;
            }
            return Optional.of(service);
        } catch (IOException e) {
            LOG.debug("changes of paired clients are not told, and looked for", e);
            return Optional.empty();
        }
    }

    /** Whom that key belongs to, revoked or not. */
    public Optional<PairedClient> find(KeyPin key) {
        return Optional.ofNullable(byKey.get(key));
    }

    /** Reads the list now, for those who cannot wait until it is read again anyway. */
    public synchronized void look() {
        Map<KeyPin, PairedClient> now = read();
        if (now.equals(byKey)) return;
        byKey = now;
        changed.run();
    }

    private Map<KeyPin, PairedClient> read() {
        try {
            return list.read().stream()
                    .collect(
                            Collectors.toMap(
                                    PairedClient::key,
                                    Function.identity(),
                                    ClientsInForce::stricter));
        } catch (IOException e) {
            if (!byKey.isEmpty()) {
                LOG.warn("Nobody can control this agent over TCP any more: {}", e.getMessage());
            }
            return Map.of();
        }
    }

    /** Only a list that was written by hand has a key twice; it is to mean the lesser of both. */
    private static PairedClient stricter(PairedClient one, PairedClient other) {
        if (one.isRevoked()) return one;
        return other.isRevoked() || one.role().mayAs(other.role()) ? other : one;
    }

    private void run() {
        try {
            while (!closesBeforeTheNextLook()) look();
        } catch (ClosedWatchServiceException _) {
            LOG.debug("paired clients are not looked at any more");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean closesBeforeTheNextLook() throws InterruptedException {
        if (notifications.isEmpty()) return closing.await(LOOK_SECONDS, TimeUnit.SECONDS);
        WatchKey key = notifications.get().poll(LOOK_SECONDS, TimeUnit.SECONDS);
        if (key != null) {
            key.pollEvents(); // whatever they say, what is there now is what counts
            key.reset();
        }
        return closing.getCount() == 0;
    }

    @Override
    public void close() throws IOException {
        closing.countDown();
        if (notifications.isPresent()) notifications.get().close();
    }
}
