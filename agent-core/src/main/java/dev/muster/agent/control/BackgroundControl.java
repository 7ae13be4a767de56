package dev.muster.agent.control;

import dev.muster.agent.Agent;
import dev.muster.agent.control.api.AgentFacts;
import dev.muster.agent.home.MusterHome;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The control API of an agent, opened by a thread of its own: nobody waits for it, and a run that
 * is over before never has one. Where it cannot be had, the agent goes on without. Any thread.
 */
public final class BackgroundControl implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BackgroundControl.class);

    private final CountDownLatch closing = new CountDownLatch(1);
    private Optional<ControlServer> server = Optional.empty(); // guarded by this

    /** Not opened yet. */
    public BackgroundControl() {}

    /** Opens it when {@code delay} is over, unless it is closed by then. At most once. */
    public void openAfter(
            Duration delay,
            Agent agent,
            AgentFacts.Kind kind,
            MusterHome home,
            Map<String, String> environment) {
        Thread.ofPlatform()
                .name("control start")
                .daemon(true)
                .start(() -> open(delay, agent, kind, home, environment));
    }

    private void open(
            Duration delay,
            Agent agent,
            AgentFacts.Kind kind,
            MusterHome home,
            Map<String, String> environment) {
        try {
            if (closing.await(delay.toMillis(), TimeUnit.MILLISECONDS)) return;
            keep(ControlServer.open(agent, kind, home, environment));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException | LinkageError e) {
            LOG.warn("Nobody else can watch or steer this agent: {}", e.toString());
        }
    }

    private void keep(ControlServer opened) {
        synchronized (this) {
            if (closing.getCount() > 0) {
                server = Optional.of(opened);
                return;
            }
        }
        opened.close();
    }

    /** Waits for nothing that is only beginning. */
    @Override
    public void close() {
        closing.countDown();
        Optional<ControlServer> opened;
        synchronized (this) {
            opened = server;
            server = Optional.empty();
        }
        opened.ifPresent(ControlServer::close);
    }
}
