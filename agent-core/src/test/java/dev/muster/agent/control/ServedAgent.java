package dev.muster.agent.control;

import static org.awaitility.Awaitility.await;

import dev.muster.agent.Agent;
import dev.muster.agent.control.api.AgentFacts;
import dev.muster.agent.control.api.LaunchJson;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.job.StopTerms;
import dev.muster.agent.pairing.AgentAddress;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** A real agent with a home of its own, and its control API. Its workers are shell scripts. */
final class ServedAgent implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path folder;
    private final MusterHome home;
    private final Agent agent;
    private final ControlServer server;

    ServedAgent(Path folder) throws IOException {
        this(folder, Optional.empty(), false);
    }

    /** One that other machines reach too, on loopback. */
    static ServedAgent listening(Path folder, boolean mayLaunch) throws IOException {
        return new ServedAgent(folder, Optional.of(new AgentAddress("127.0.0.1", 0)), mayLaunch);
    }

    private ServedAgent(Path folder, Optional<AgentAddress> listen, boolean mayLaunch)
            throws IOException {
        this.folder = folder;
        var environment =
                Map.of(
                        "PATH", "/usr/bin:/bin",
                        "HOME", folder.toString(),
                        "XDG_STATE_HOME", folder.resolve("s").toString(),
                        "XDG_CONFIG_HOME", folder.resolve("c").toString(),
                        "XDG_RUNTIME_DIR", runtimeFolder().toString());
        home = MusterHome.of(environment);
        agent = Agent.open(home, environment);
        Optional<TcpAccess> access =
                listen.isPresent()
                        ? Optional.of(TcpAccess.of(listen.get(), mayLaunch, home))
                        : Optional.empty();
        server = ControlServer.open(agent, AgentFacts.Kind.AGENT, home, environment, access);
    }

    MusterHome home() {
        return home;
    }

    /** {@code XDG_RUNTIME_DIR} of whoever looks for it. */
    Path runtimeFolder() {
        return folder.resolve("r");
    }

    AgentAddress tcp() {
        return server.tcp().orElseThrow();
    }

    Path socket() {
        return server.socket();
    }

    RunId launch(int workers, String script) {
        return agent.launch(spec(workers, script)).join();
    }

    /** The body of a request that launches that. */
    String launchBody(int workers, String script) {
        return LaunchJson.text(spec(workers, script));
    }

    private JobSpec spec(int workers, String script) {
        return SampleSpec.ofScript()
                .entrypoint(new Entrypoint.Program("/bin/sh"))
                .withoutPython()
                .arguments("-c", script.replace("$", "$$"))
                .workers(workers)
                .workingDirectory(folder)
                .stopping(new StopTerms(Duration.ofSeconds(5)))
                .build();
    }

    JobSnapshot awaitRun(RunId run, Predicate<JobSnapshot> condition) {
        return await().atMost(PATIENCE)
                .until(
                        () ->
                                agent.present().join().stream()
                                        .filter(now -> now.run().equals(run))
                                        .filter(condition)
                                        .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    @Override
    public void close() {
        agent.close();
        server.close();
    }
}
