package dev.muster.gui;

import dev.muster.agent.fleet.Attachments;
import dev.muster.agent.fleet.Fleet;
import dev.muster.agent.fleet.LocalAgents;
import dev.muster.agent.fleet.PastRuns;
import dev.muster.agent.fleet.RunStarter;
import dev.muster.agent.home.AgentSockets;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.RunId;
import dev.muster.agent.session.EmbeddedSession;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * All that this user's cockpit reaches: the agents on this machine, what was attached, and the
 * past. It remembers on a thread of its own what the next window is to begin with.
 */
final class LocalReach implements Reach {
    private static final Logger LOG = LoggerFactory.getLogger(LocalReach.class);
    private static final String NAME = "cockpit";

    /** Something to write down. */
    private interface Memory {
        void keep(Settings settings) throws IOException;
    }

    private final Settings settings;
    private final ExecutorService memory =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().daemon().name("settings").factory());
    private final PastRuns past;
    private final Attachments attachments;
    private final LocalAgents agents;
    private final RunStarter starter;
    private final Optional<RunId> lookedAt;
    private boolean keeping;

    private LocalReach(Fleet fleet, Settings settings, InstantSource clock) throws IOException {
        this.settings = settings;
        Map<String, String> environment = RunStarter.surroundings();
        agents = LocalAgents.open(fleet, AgentSockets.of(environment), NAME, clock);
        starter = RunStarter.of(fleet, agents, EmbeddedSession::open, environment, clock);
        past = new PastRuns(MusterHome.of(environment), clock);
        fleet.remember(past);
        attachments = new Attachments(fleet, environment, NAME, clock);
        keeping = recalled(Settings::keepsRuns, true);
        starter.keepRuns(keeping);
        lookedAt = recalled(Settings::lookedAt, Optional.empty());
        fleet.launchBy(starter);
        recalled(Settings::machines, List.<String>of()).forEach(this::attach);
        attachments.onMachines(names -> remember(kept -> kept.attach(names)));
    }

    /**
     * Everything that is there when the window opens. Where not even the folder of sockets can be
     * used, runs live in the window, and a sentence says why.
     */
    static Outlook open(Settings settings, InstantSource clock) {
        var fleet = new Fleet("This computer", clock);
        try {
            return new Outlook(fleet, Optional.of(new LocalReach(fleet, settings, clock)));
        } catch (IOException e) {
            LOG.warn("other agents cannot be seen: {}", e.toString());
            fleet.close();
            Outlook alone = Outlook.on(EmbeddedSession.open(), clock);
            alone.fleet()
                    .tell(
                            "Other agents cannot be seen, and runs end with this window: %s."
                                    .formatted(e.getMessage()));
            return alone;
        }
    }

    /** What is known already, or can be read. */
    private interface Recollection<T> {
        T of(Settings settings) throws IOException;
    }

    private <T> T recalled(Recollection<T> what, T otherwise) {
        try {
            return what.of(settings);
        } catch (IOException e) {
            LOG.warn("cannot read the settings of the window: {}", e.toString());
            return otherwise;
        }
    }

    private void attach(String machine) {
        try {
            attachments.attach(machine);
        } catch (IOException | IllegalArgumentException e) {
            LOG.warn("{} is not attached again: {}", machine, e.getMessage());
        }
    }

    @Override
    public PastRuns past() {
        return past;
    }

    @Override
    public Attachments attachments() {
        return attachments;
    }

    @Override
    public boolean keepsRuns() {
        return keeping;
    }

    @Override
    public void keepRuns(boolean wanted) {
        keeping = wanted;
        starter.keepRuns(wanted);
        remember(kept -> kept.keepRuns(wanted));
    }

    @Override
    public Optional<RunId> lookedAt() {
        return lookedAt;
    }

    @Override
    public void looksAt(RunId run) {
        remember(kept -> kept.lookAt(run));
    }

    private void remember(Memory what) {
        if (memory.isShutdown()) return;
        memory.execute(
                () -> {
                    try {
                        what.keep(settings);
                    } catch (IOException e) {
                        LOG.warn("the window cannot remember something: {}", e.toString());
                    }
                });
    }

    @Override
    public void close() {
        memory.shutdown();
        agents.close();
        past.close();
    }
}
