package dev.muster.agent.session;

import dev.muster.agent.control.api.AgentFacts;
import dev.muster.agent.control.client.ControlClient;
import dev.muster.agent.home.AgentSocket;
import dev.muster.agent.home.AgentSockets;
import dev.muster.agent.home.MusterHome;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The agent that stays when windows and terminals close: found where it runs, started where it does
 * not. It is a session of its own, so that nothing that ends a terminal ends it, and says what it
 * has to say into a file of the state folder. It has little of the environment of whoever happened
 * to start it: each run brings its own.
 */
public final class BackgroundAgent {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** For the one that was faster, when two were started at once. */
    private static final Duration FOR_ANOTHER = Duration.ofSeconds(10);

    /** For those that are there to say who they are. */
    private static final Duration FOR_AN_ANSWER = Duration.ofSeconds(5);

    private static final Duration BETWEEN_TRIES = Duration.ofMillis(50);

    /** What a process needs to be this user's, on this system. */
    private static final Predicate<String> KEPT =
            Pattern.compile(
                            "HOME|USER|LOGNAME|SHELL|PATH|LANG|LC_.*|TZ|TMPDIR|XDG_.*|MUSTER_.*"
                                    + "|JAVA_.*|DBUS_SESSION_BUS_ADDRESS|SSH_AUTH_SOCK")
                    .asMatchPredicate();

    private final Map<String, String> environment;
    private final AgentSockets sockets;
    private final CompletableFuture<AgentPlace> found = new CompletableFuture<>();
    private final Set<AgentSocket> asked = ConcurrentHashMap.newKeySet();

    private BackgroundAgent(Map<String, String> environment) {
        this.environment = environment;
        sockets = AgentSockets.of(environment);
    }

    /**
     * Finds the background agent of the user whose environment this is, or starts it and waits
     * until it answers.
     *
     * @throws IOException when it cannot be started; the message says why and where to read more
     */
    public static AgentPlace findOrStart(Map<String, String> environment)
            throws IOException, InterruptedException {
        return new BackgroundAgent(environment).findOrStart(OwnCommand.words("agent"));
    }

    static AgentPlace findOrStart(Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        return new BackgroundAgent(environment).findOrStart(command);
    }

    private AgentPlace findOrStart(List<String> command) throws IOException, InterruptedException {
        sockets.prepare();
        askAll(sockets.present())
                .completeOnTimeout(null, FOR_AN_ANSWER.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        return found.isDone() ? found.join() : start(command);
    }

    private AgentPlace start(List<String> command) throws IOException, InterruptedException {
        Path log = log();
        try (var directory = AgentDirectory.open(sockets)) {
            directory.watch(
                    now -> {
                        var _ = askAll(now);
                    });
            Process process = spawn(command, log);
            var ended =
                    process.onExit()
                            .thenRunAsync(
                                    () -> found.completeExceptionally(failure(log)),
                                    CompletableFuture.delayedExecutor(
                                            FOR_ANOTHER.toMillis(), TimeUnit.MILLISECONDS));
            AgentPlace place = found.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            ended.cancel(false);
            return place;
        } catch (ExecutionException | TimeoutException _) {
            throw failure(log);
        } finally {
            found.cancel(false); // nobody is asked any more
        }
    }

    private IOException failure(Path log) {
        return new IOException(
                "the background agent does not come up; what it said stands in " + log);
    }

    private Path log() throws IOException {
        Path log = MusterHome.of(environment).agentLog();
        Files.createDirectories(
                log.resolveSibling("."),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        if (!Files.exists(log)) {
            Files.createFile(
                    log,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
        }
        return log;
    }

    private Process spawn(List<String> command, Path log) throws IOException {
        var words = new ArrayList<>(List.of("setsid"));
        words.addAll(command);
        var builder =
                new ProcessBuilder(words)
                        .directory(new File("/"))
                        .redirectInput(new File("/dev/null"))
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                        .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().clear();
        environment.forEach(
                (name, value) -> {
                    if (KEPT.test(name)) builder.environment().put(name, value);
                });
        return builder.start();
    }

    private CompletableFuture<Void> askAll(List<AgentSocket> agents) {
        return CompletableFuture.allOf(
                agents.stream().map(this::ask).toArray(CompletableFuture[]::new));
    }

    /** Whether that agent is the one that stays; done when it has said so or cannot be asked. */
    private CompletableFuture<Void> ask(AgentSocket socket) {
        if (!asked.add(socket)) return CompletableFuture.completedFuture(null);
        var client = ControlClient.of(socket.path(), "background agent");
        var done = new CompletableFuture<Void>();
        ask(socket, client, done);
        return done.whenComplete((_, _) -> client.close());
    }

    private void ask(AgentSocket socket, ControlClient client, CompletableFuture<Void> done) {
        var _ =
                client.facts()
                        .whenComplete(
                                (facts, failure) -> {
                                    if (failure == null) {
                                        if (facts.kind() == AgentFacts.Kind.AGENT) {
                                            found.complete(AgentPlace.here(socket));
                                        }
                                        done.complete(null);
                                    } else if (socket.isAlive() && !found.isDone()) {
                                        client.after(
                                                BETWEEN_TRIES, () -> ask(socket, client, done));
                                    } else {
                                        done.complete(null);
                                    }
                                });
    }
}
