package dev.muster.gui.testing;

import static org.awaitility.Awaitility.await;

import dev.muster.agent.home.AgentSocket;
import dev.muster.agent.home.AgentSockets;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** The agents that a test's cockpit has left behind, as it should. */
public final class BackgroundAgents {
    private static final Duration LONG = Duration.ofSeconds(90);

    private BackgroundAgents() {}

    /** Ends all agents of a home of a test's own, which stop their runs first. */
    public static void end(Map<String, String> environment) throws IOException {
        for (AgentSocket agent : AgentSockets.of(environment).present()) {
            ProcessHandle process = ProcessHandle.of(agent.pid()).orElseThrow();
            process.destroy();
            await().atMost(LONG).until(() -> !process.isAlive());
        }
    }
}
