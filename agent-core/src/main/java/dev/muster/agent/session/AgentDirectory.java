package dev.muster.agent.session;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_DELETE;

import dev.muster.agent.home.AgentSocket;
import dev.muster.agent.home.AgentSockets;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The agents of this user on this machine, as they come and go: whoever puts a socket into the
 * folder of sockets is one, for as long as its process lives. The system tells of both; nothing is
 * looked at in between.
 *
 * <p>Calls of listeners never overlap; they come from threads of the directory.
 */
public final class AgentDirectory implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AgentDirectory.class);

    private final AgentSockets sockets;
    private final WatchService watch;
    private final List<Consumer<List<AgentSocket>>> listeners = new CopyOnWriteArrayList<>();
    private final Set<AgentSocket> awaited = new HashSet<>();
    private List<AgentSocket> present = List.of(); // guarded by this

    private AgentDirectory(AgentSockets sockets, WatchService watch) {
        this.sockets = sockets;
        this.watch = watch;
    }

    /**
     * Makes the folder where it is not there yet, and looks who is in it.
     *
     * @throws IOException when it is not this user's alone
     */
    public static AgentDirectory open(AgentSockets sockets) throws IOException {
        sockets.prepare();
        WatchService watch = sockets.folder().getFileSystem().newWatchService();
        try {
            var directory = new AgentDirectory(sockets, watch);
            directory.register();
            directory.look();
            Thread.ofPlatform().name("agent directory").daemon(true).start(directory::run);
            return directory;
        } catch (IOException e) {
            watch.close();
            throw e;
        }
    }

    /** Who is there now, the oldest first. */
    public synchronized List<AgentSocket> agents() {
        return present;
    }

    /** Hands over who is there at once, on this thread, and after every change. */
    public synchronized Subscription watch(Consumer<List<AgentSocket>> listener) {
        listeners.add(listener);
        listener.accept(present);
        return () -> listeners.remove(listener);
    }

    @Override
    public void close() throws IOException {
        listeners.clear();
        watch.close();
    }

    private void register() throws IOException {
        sockets.folder().register(watch, ENTRY_CREATE, ENTRY_DELETE);
    }

    private void run() {
        try {
            while (true) {
                WatchKey key = watch.take();
                key.pollEvents(); // whatever they say, what is there now is what counts
                if (!key.reset()) comeBack();
                look();
            }
        } catch (ClosedWatchServiceException _) {
            LOG.debug("the directory of agents is closed");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            LOG.warn("Agents that come and go are no longer seen: {}", e.toString());
        }
    }

    /** Somebody removed the folder. */
    private void comeBack() throws IOException {
        sockets.prepare();
        register();
    }

    private synchronized void look() throws IOException {
        List<AgentSocket> now = sockets.present();
        awaited.retainAll(now);
        now.forEach(this::awaitEnd);
        if (now.equals(present)) return;
        present = now;
        listeners.forEach(listener -> tell(listener, now));
    }

    private static void tell(Consumer<List<AgentSocket>> listener, List<AgentSocket> now) {
        try {
            listener.accept(now);
        } catch (RuntimeException e) {
            LOG.error("A listener of the directory of agents broke; the others go on.", e);
        }
    }

    /** An agent that is killed leaves its socket behind; looking again removes it. */
    private void awaitEnd(AgentSocket agent) {
        boolean isThisProcess = agent.pid() == ProcessHandle.current().pid();
        if (isThisProcess || !awaited.add(agent)) return;
        ProcessHandle.of(agent.pid()).ifPresent(this::awaitEnd);
    }

    private void awaitEnd(ProcessHandle process) {
        var _ = process.onExit().thenRun(this::lookAfterAnEnd);
    }

    private void lookAfterAnEnd() {
        try {
            look();
        } catch (IOException e) {
            LOG.warn("The folder of agents cannot be looked at: {}", e.toString());
        }
    }
}
