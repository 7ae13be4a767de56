package dev.muster.agent.multiprocessing;

import dev.muster.agent.OwnEnvironment;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.function.CallCommand;
import dev.muster.agent.function.CallFolder;
import dev.muster.agent.function.ReturnValues;
import dev.muster.agent.job.CallFiles;
import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.StopTerms;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerInput;
import dev.muster.agent.job.WorkerStreams;
import dev.muster.agent.loop.AgentLoop;
import dev.muster.agent.supervise.Farewell;
import dev.muster.agent.supervise.GroupInput;
import dev.muster.agent.supervise.GroupRules;
import dev.muster.agent.supervise.RestartPolicy;
import dev.muster.agent.supervise.process.Cgroups;
import dev.muster.agent.supervise.process.GroupDriver;
import dev.muster.agent.supervise.process.Guardians;
import dev.muster.agent.supervise.process.Marker;
import dev.muster.agent.supervise.process.OsWorkers;
import dev.muster.agent.supervise.process.Workers;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Processes that are started, awaited and ended together: as soon as one fails, the others are
 * asked to end, and killed 30 s later. Methods may be called from any thread.
 */
public final class PContext implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PContext.class);
    private static final RunId RUN = new RunId("processes");
    private static final String ERROR_FILE = "TORCHELASTIC_ERROR_FILE";

    private final String name;
    private final Entrypoint entrypoint;
    private final Map<LocalRank, List<String>> args;
    private final Map<LocalRank, Map<String, String>> envs;
    private final ProcessLogs logs;
    private final TeedStreams teed;
    private final CallFolder calls;
    private final AgentLoop loop = new AgentLoop(InstantSource.system());
    private final Marker marker;
    private final Cgroups cgroups;
    private final GroupDriver group;
    private final AtomicBoolean started = new AtomicBoolean();
    private final AtomicBoolean released = new AtomicBoolean();
    private final Map<LocalRank, Long> pids = new ConcurrentSkipListMap<>();
    private final CompletableFuture<RunProcsResult> over = new CompletableFuture<>();
    private final CompletableFuture<Boolean> allStarted = new CompletableFuture<>();
    private final CompletableFuture<String> neverStarted = new CompletableFuture<>();
    private Optional<Guardians> guardians = Optional.empty();

    // on the loop's thread
    private final Map<LocalRank, AgentEvent.WorkerStarted> processes = new HashMap<>();
    private final Map<LocalRank, ProcessFailure> failures = new LinkedHashMap<>();

    /**
     * Starts nothing yet.
     *
     * @param streams where output goes; a temporary folder takes the place of a log folder
     * @throws IllegalArgumentException unless both maps have the local ranks 0 … n - 1
     */
    public PContext(
            String name,
            Entrypoint entrypoint,
            Map<LocalRank, List<String>> args,
            Map<LocalRank, Map<String, String>> envs,
            WorkerStreams streams) {
        Processes.checkFullRank(args, args.size(), "args");
        Processes.checkFullRank(envs, args.size(), "envs");
        this.name = name;
        this.entrypoint = entrypoint;
        this.args = new TreeMap<>(args);
        this.envs = new TreeMap<>(envs);
        String unique = UUID.randomUUID().toString();
        marker = Marker.ofAgent(unique);
        cgroups = Cgroups.find(unique, OwnEnvironment.read());
        Path folder = streams.logDir().orElseGet(PContext::temporaryFolder).toAbsolutePath();
        logs = new ProcessLogs(folder, streams);
        teed =
                new TeedStreams(
                        name,
                        streams,
                        new FileOutputStream(FileDescriptor.out),
                        new FileOutputStream(FileDescriptor.err));
        calls = new CallFolder(folder.resolve("function"));
        group =
                new GroupDriver(
                        new GroupRules(args.size(), new RestartPolicy(0), StopTerms.DEFAULT_GRACE),
                        (_, _) -> starts(),
                        listener ->
                                OsWorkers.of(
                                        marker, RUN, cgroups, WorkerInput.NOTHING, loop, listener),
                        loop,
                        InstantSource.system(),
                        this::hear,
                        (_, _) -> over.complete(result()));
    }

    /**
     * Starts them all.
     *
     * @throws IllegalStateException when they were started already
     * @throws IOException with the system's reason when one of them cannot be started; then none is
     *     left
     */
    public void start() throws IOException, InterruptedException {
        if (!started.compareAndSet(false, true)) {
            throw new IllegalStateException(
                    "the processes of %s were started already; most likely start was called twice"
                            .formatted(name));
        }
        guard();
        loop.start();
        loop.execute(() -> group.on(new GroupInput.Begin()));
        await(CompletableFuture.anyOf(allStarted, over));
        if (!neverStarted.isDone()) return;
        release();
        throw new IOException(await(neverStarted));
    }

    /**
     * Waits until all have succeeded, or one has failed and the others are gone.
     *
     * @param timeout zero for a look, negative for as long as it takes
     * @param period how often torch would look meanwhile; the end is noticed at once here
     * @return empty when it is not over by then
     */
    public Optional<RunProcsResult> wait(Duration timeout, Duration period)
            throws InterruptedException {
        if (!started.get()) {
            throw new IllegalStateException("the processes of %s were not started".formatted(name));
        }
        if (timeout.isNegative()) return Optional.of(await(over));
        try {
            return Optional.of(over.get(timeout.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException _) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw broken(e);
        }
    }

    /** Waits for as long as it takes. */
    public RunProcsResult await() throws InterruptedException {
        return wait(Duration.ofSeconds(-1), Duration.ZERO).orElseThrow();
    }

    /** Of those that run. */
    public Map<LocalRank, Long> pids() {
        return new TreeMap<>(pids);
    }

    /** Asks those that run to end, kills what is left after 30 s, and waits for that. */
    @Override
    public void close() {
        close(Signal.TERM, StopTerms.DEFAULT_GRACE);
    }

    /** Asks those that run to end, kills what is left after {@code timeout}, and waits for that. */
    public void close(Signal signal, Duration timeout) {
        if (!started.get()) release();
        if (released.get()) return;
        loop.execute(
                () ->
                        group.on(
                                new GroupInput.AskStop(
                                        "close",
                                        signal,
                                        timeout,
                                        128 + signal.number(),
                                        Farewell.LEAVE)));
        over.join();
        release();
    }

    private void release() {
        if (!released.compareAndSet(false, true)) return;
        teed.close();
        loop.close();
        guardians.ifPresent(Guardians::close);
        cgroups.close();
    }

    private static Path temporaryFolder() {
        try {
            return Files.createTempDirectory("muster-processes-");
        } catch (IOException e) {
            throw new UncheckedIOException("no folder for the processes' files", e);
        }
    }

    private void guard() throws IOException {
        try {
            guardians =
                    Optional.of(
                            Guardians.start(marker, cgroups, sentence -> LOG.warn("{}", sentence)));
        } catch (IOException e) {
            released.set(true); // there is nothing that could be closed
            throw e;
        }
    }

    private List<Workers.Start> starts() throws IOException {
        var starts = new ArrayList<Workers.Start>();
        for (var process : args.entrySet()) {
            var localRank = process.getKey();
            var files = logs.prepare(localRank);
            Map<String, String> variables = new HashMap<>(OwnEnvironment.read());
            variables.put(ERROR_FILE, files.error().toString());
            variables.putAll(envs.get(localRank));
            starts.add(
                    new Workers.Start(
                            localRank,
                            command(localRank, process.getValue(), variables),
                            variables,
                            Path.of("").toAbsolutePath(),
                            files));
        }
        return starts;
    }

    private List<String> command(
            LocalRank localRank, List<String> arguments, Map<String, String> variables)
            throws IOException {
        var python = Path.of(variables.getOrDefault("PYTHON_EXEC", "python3"));
        var command = new ArrayList<String>();
        switch (entrypoint) {
            case Entrypoint.Callable function -> {
                CallFiles call = calls.files(0, new Rank(localRank.value()));
                calls.write(call, arguments);
                return new CallCommand().of(function, Optional.of(python), call, variables);
            }
            case Entrypoint.Program(var program) -> command.add(program);
            case Entrypoint.Script(var file) ->
                    command.addAll(List.of(python.toString(), "-u", file));
            case Entrypoint.Module(var module) ->
                    command.addAll(List.of(python.toString(), "-u", "-m", module));
        }
        command.addAll(arguments);
        return command;
    }

    private void hear(AgentEvent event) {
        switch (event) {
            case AgentEvent.WorkerStarted process -> {
                pids.put(process.localRank(), process.pid());
                processes.put(process.localRank(), process);
                teed.show(process);
                if (processes.size() == args.size()) allStarted.complete(true);
            }
            case AgentEvent.WorkerExited exited -> exited(exited);
            default -> {
                // no process begins or ends by it
            }
        }
    }

    private void exited(AgentEvent.WorkerExited exited) {
        var localRank = new LocalRank(exited.rank().value());
        pids.remove(localRank);
        if (exited.exit() instanceof WorkerExit.NeverStarted(var reason)) {
            neverStarted.complete(reason);
        }
        var process = processes.get(localRank);
        if (process == null || exited.exit() instanceof WorkerExit.Succeeded) return;
        failures.put(
                localRank,
                ProcessFailure.of(
                        localRank,
                        process.pid(),
                        exited.exit(),
                        Optional.of(process.files().error()),
                        exited.at()));
    }

    private RunProcsResult result() {
        var values = new TreeMap<LocalRank, Path>();
        if (failures.isEmpty()) {
            for (LocalRank localRank : args.keySet()) {
                values.put(localRank, calls.files(0, new Rank(localRank.value())).result());
            }
        }
        return new RunProcsResult(
                new ReturnValues<>(values),
                new LinkedHashMap<>(failures),
                files(LogStream.STDOUT),
                files(LogStream.STDERR));
    }

    private Map<LocalRank, Path> files(LogStream stream) {
        var files = new TreeMap<LocalRank, Path>();
        for (LocalRank localRank : args.keySet()) {
            logs.file(localRank, stream).ifPresent(file -> files.put(localRank, file));
        }
        return files;
    }

    private static <T> T await(CompletableFuture<T> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw broken(e);
        }
    }

    private static IllegalStateException broken(ExecutionException e) {
        return new IllegalStateException("the processes could not be looked after", e.getCause());
    }
}
