package dev.muster.agent.ssh;

import dev.muster.agent.tool.Tool;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * The way to the agents of one other machine, for as long as it is open: connects, looks who is
 * there, leads to each one's socket, and when the connection ends, makes it anew, later each time.
 *
 * <p>Everything happens on one thread of its own, which waits for ssh; the listener is called
 * there.
 */
public final class SshLink implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SshLink.class);

    /** Nobody tells when an agent is started or ends over there. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);

    private static final Duration BETWEEN_LOOKS_AFTER_START = Duration.ofMillis(500);
    private static final Duration LONGEST_START = Duration.ofSeconds(60);
    private static final Duration LONGEST_CONNECTING = Duration.ofSeconds(60);
    private static final Duration LONGEST_ASKING = Duration.ofMinutes(5);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final Ssh ssh;
    private final SshName host;
    private final Ssh.Prompts prompts;
    private final SshFolder folder;
    private final InstantSource clock;
    private final Consumer<SshState> listener;
    private final BlockingQueue<Errand> inbox = new LinkedBlockingQueue<>();
    private final Thread thread;

    // on the thread
    private final Map<String, SshState.Way> ways = new LinkedHashMap<>();
    private Optional<SshState> told = Optional.empty();
    private Optional<Instant> downSince = Optional.empty();
    private Duration pause = FIRST_PAUSE;
    private boolean mayAsk = true;

    /** What interrupts the waiting. */
    private sealed interface Errand {
        record TryNow() implements Errand {}

        record Over() implements Errand {}

        record StartAgent(CompletableFuture<String> started) implements Errand {}
    }

    private SshLink(
            Ssh ssh,
            SshName host,
            Ssh.Prompts prompts,
            SshFolder folder,
            InstantSource clock,
            Consumer<SshState> listener) {
        this.ssh = ssh;
        this.host = host;
        this.prompts = prompts;
        this.folder = folder;
        this.clock = clock;
        this.listener = listener;
        thread = Thread.ofVirtual().name("ssh link " + host).unstarted(this::live);
    }

    /**
     * Begins to connect.
     *
     * @param prompts whom ssh may ask, the first time and when {@link #tryNow} asks for it; a
     *     connection that is made anew by itself asks nobody
     * @throws IOException when there can be no folder for the sockets
     */
    public static SshLink open(
            Ssh ssh,
            SshName host,
            Ssh.Prompts prompts,
            InstantSource clock,
            Consumer<SshState> listener)
            throws IOException {
        var link =
                new SshLink(
                        ssh, host, prompts, SshFolder.create(ssh.environment()), clock, listener);
        link.thread.start();
        return link;
    }

    /** Does not wait for the end of a pause. Any thread. */
    public void tryNow() {
        inbox.add(new Errand.TryNow());
    }

    /**
     * Starts an agent over there that stays, and leads to it. Any thread. The future has the path
     * of its socket there, or an {@link SshFailure}.
     */
    public CompletableFuture<String> startAgent() {
        var started = new CompletableFuture<String>();
        inbox.add(new Errand.StartAgent(started));
        return started;
    }

    /** Ends the connection; agents over there and their runs do not notice. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void live() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                if (told.isEmpty()) tell(new SshState.Connecting(clock.instant()));
                String why = connectAndServe();
                waitAfter(why);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closed
        } finally {
            letGo();
        }
    }

    private void letGo() {
        Thread.interrupted(); // files can be deleted, and the flag is of no more use
        inbox.forEach(SshLink::refuse);
        try {
            folder.close();
        } catch (IOException e) {
            LOG.warn("Sockets of a connection are left behind: {}", e.getMessage());
        }
    }

    /** Answers why there is no connection any more. */
    private String connectAndServe() throws InterruptedException {
        try {
            boolean asking = mayAsk && prompts != Ssh.Prompts.NOBODY;
            mayAsk = false;
            String why = connectAndServe(Ssh.Prompts.NOBODY);
            return asking && wantsToAsk(why) ? connectAndServe(prompts) : why + advice(why);
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static boolean wantsToAsk(String why) {
        return why.contains("Permission denied") || why.contains("verification failed");
    }

    private String advice(String why) {
        return wantsToAsk(why)
                ? "; `ssh %s` in a terminal shows what it asks for".formatted(host)
                : "";
    }

    private String connectAndServe(Ssh.Prompts asked) throws IOException, InterruptedException {
        Files.deleteIfExists(folder.control());
        try (var master = SshMaster.start(ssh, host, folder.control(), asked)) {
            if (!isUp(master, asked)) return master.over().join();
            ways.clear();
            inbox.removeIf(Errand.Over.class::isInstance); // of a connection before
            var _ = master.over().thenRun(() -> inbox.add(new Errand.Over()));
            while (!master.over().isDone()) {
                look();
                serve(inbox.poll(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS));
            }
            return master.over().join();
        }
    }

    private static boolean isUp(SshMaster master, Ssh.Prompts asked)
            throws IOException, InterruptedException {
        Duration limit = asked == Ssh.Prompts.NOBODY ? LONGEST_CONNECTING : LONGEST_ASKING;
        try {
            return master.up().get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            throw new IOException("no connection within %d s".formatted(limit.toSeconds()));
        } catch (ExecutionException e) {
            throw new IllegalStateException("connecting broke", e);
        }
    }

    private void serve(@Nullable Errand errand) throws InterruptedException {
        if (errand instanceof Errand.StartAgent(var started)) start(started);
    }

    /** What cannot be seen now is seen at the next look, or the connection is over. */
    private Optional<RemoteMachine> look() {
        Optional<RemoteMachine> machine = Optional.empty();
        try {
            Tool.Result result = ssh.shell(host, folder.control()).run(RemoteMachine.LOOK);
            machine = RemoteMachine.read(result.output());
            if (machine.isEmpty()) LOG.debug("{} shows nothing: {}", host, result.lastWord());
        } catch (IOException e) {
            LOG.debug("{} cannot be looked at now", host, e);
        }
        machine.ifPresent(this::lead);
        return machine;
    }

    private void lead(RemoteMachine machine) {
        ways.keySet().retainAll(machine.sockets());
        for (String remote : machine.sockets()) {
            if (!ways.containsKey(remote)) lead(remote);
        }
        downSince = Optional.empty();
        pause = FIRST_PAUSE;
        tell(new SshState.Up(machine, new ArrayList<>(ways.values())));
    }

    private void lead(String remote) {
        var way = new SshState.Way(remote, folder.local(remote));
        try {
            Files.deleteIfExists(way.local());
            Tool.Result result = ssh.forward(host, folder.control(), way.local(), remote).run();
            if (result.exitCode() == 0) ways.put(remote, way);
            else LOG.warn("No way to {} on {}: {}", remote, host, result.lastWord());
        } catch (IOException e) {
            LOG.warn("No way to {} on {}: {}", remote, host, e.getMessage());
        }
    }

    private void start(CompletableFuture<String> started) throws InterruptedException {
        try {
            List<String> before = List.copyOf(ways.keySet());
            RemoteMachine machine =
                    look().orElseThrow(() -> new SshFailure(host + " does not answer"));
            String program =
                    machine.muster().orElseThrow(() -> new SshFailure(absence(machine.host())));
            ssh.shell(host, folder.control()).run(RemoteMachine.start(program));
            long limit = System.nanoTime() + LONGEST_START.toNanos();
            while (System.nanoTime() < limit) {
                look();
                Optional<String> fresh =
                        ways.keySet().stream().filter(way -> !before.contains(way)).findFirst();
                if (fresh.isPresent()) {
                    started.complete(fresh.get());
                    return;
                }
                TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_AFTER_START.toMillis());
            }
            throw new SshFailure(
                    "the agent on %s was started, and does not listen after %d s; its agent.log there may say why"
                            .formatted(machine.host(), LONGEST_START.toSeconds()));
        } catch (SshFailure e) {
            started.completeExceptionally(e);
        } catch (IOException e) {
            started.completeExceptionally(new SshFailure(String.valueOf(e.getMessage())));
        }
    }

    /** What to say where Muster is not. */
    public static String absence(String machine) {
        return ("Muster is not installed on %s, or not in the PATH of its login: install the same"
                        + " package there, or copy this one and link its `muster` into"
                        + " ~/.local/bin")
                .formatted(machine);
    }

    private void waitAfter(String why) throws InterruptedException {
        Instant now = clock.instant();
        Instant since = downSince.orElse(now);
        downSince = Optional.of(since);
        tell(new SshState.Down(since, why, now.plus(pause)));
        long until = System.nanoTime() + pause.toNanos();
        Duration next = pause.multipliedBy(2);
        pause = next.compareTo(LONGEST_PAUSE) < 0 ? next : LONGEST_PAUSE;
        for (long left = pauseLeft(until); left > 0; left = pauseLeft(until)) {
            Errand errand = inbox.poll(left, TimeUnit.NANOSECONDS);
            if (errand instanceof Errand.StartAgent) refuse(errand);
            if (errand instanceof Errand.TryNow) {
                mayAsk = true;
                tell(new SshState.Connecting(clock.instant()));
                return;
            }
        }
    }

    private static long pauseLeft(long until) {
        return until - System.nanoTime();
    }

    private static void refuse(Errand errand) {
        if (errand instanceof Errand.StartAgent(var started)) {
            started.completeExceptionally(new SshFailure("there is no connection now"));
        }
    }

    private void tell(SshState state) {
        if (told.filter(state::equals).isPresent()) return;
        told = Optional.of(state);
        listener.accept(state);
    }
}
