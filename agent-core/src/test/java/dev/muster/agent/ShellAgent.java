package dev.muster.agent;

import static org.awaitility.Awaitility.await;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.Aim;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Phase;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.job.StopTerms;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Predicate;

/** An agent with a home of its own, whose workers are programs that need no Python. */
final class ShellAgent implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path folder;
    private final Agent agent;
    private final List<AgentEvent> events = new CopyOnWriteArrayList<>();
    private volatile Optional<JobSnapshot> latest = Optional.empty();

    /** {@code variables} are added to an environment that has next to nothing. */
    ShellAgent(Path folder, Map<String, String> variables) {
        this.folder = folder;
        var environment = new HashMap<>(variables);
        environment.putIfAbsent("PATH", "/usr/bin:/bin");
        environment.putIfAbsent("HOME", folder.toString());
        var home = MusterHome.of(Map.of("MUSTER_HOME", folder.resolve("home").toString()));
        agent = Agent.open(home, environment);
        agent.listen(
                (_, event, runs) -> {
                    events.add(event.event());
                    latest = Optional.of(runs.getLast());
                },
                _ -> {});
    }

    /** Runs a shell script in every worker, to the end. */
    JobSnapshot run(int workers, int maxRestarts, String script) {
        start(workers, maxRestarts, "/bin/sh", "-c", script.replace("$", "$$"));
        return awaitRun(now -> now.phase() == Phase.ENDED);
    }

    /** Starts any program in every worker; its arguments take torchrun's macros. */
    void start(int workers, int maxRestarts, String program, String... arguments) {
        agent.launch(
                        SampleSpec.ofScript()
                                .entrypoint(new Entrypoint.Program(program))
                                .withoutPython()
                                .arguments(arguments)
                                .workers(workers)
                                .maxRestarts(maxRestarts)
                                .workingDirectory(folder)
                                .stopping(new StopTerms(Duration.ofSeconds(5)))
                                .build())
                .join();
    }

    JobSnapshot awaitRun(Predicate<JobSnapshot> condition) {
        return await().atMost(PATIENCE)
                .until(() -> latest.filter(condition), Optional::isPresent)
                .orElseThrow();
    }

    /** Has the run do something, as it stands. */
    CommandOutcome send(Function<Aim, AgentCommand> command) {
        return agent.send(command.apply(Aim.at(latest.orElseThrow())), "the test").join();
    }

    /** What happened so far. */
    List<AgentEvent> events() {
        return List.copyOf(events);
    }

    /** What of that kind happened so far. */
    <T extends AgentEvent> List<T> told(Class<T> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** The sentences that only the event list tells. */
    List<String> notices() {
        return told(AgentEvent.Noticed.class).stream().map(AgentEvent.Noticed::text).toList();
    }

    @Override
    public void close() {
        agent.close();
    }
}
