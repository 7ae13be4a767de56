package dev.muster.gui;

import dev.muster.agent.fleet.Attachments;
import dev.muster.agent.fleet.Fleet;
import dev.muster.agent.fleet.PastRuns;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.RunId;
import dev.muster.agent.session.AgentSession;
import dev.muster.gui.testing.RunStory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** What a window reaches in a test: a home of its own, in which ssh knows three machines. */
final class StagedReach implements Reach {
    private final PastRuns past;
    private final Attachments attachments;
    private volatile boolean keeping = true;

    private StagedReach(Fleet fleet, Path home, InstantSource clock) {
        past = new PastRuns(musterHome(home), clock);
        attachments =
                new Attachments(
                        fleet,
                        Map.of(
                                "HOME",
                                home.toString(),
                                "MUSTER_HOME",
                                home.toString(),
                                "PATH",
                                "/usr/bin:/bin"),
                        "test",
                        clock);
    }

    static Outlook over(AgentSession agent, Path home, InstantSource clock) {
        Fleet fleet = Fleet.of(agent, clock);
        try {
            Path config = Files.createDirectories(home.resolve(".ssh")).resolve("config");
            Files.writeString(config, "Host gpu-box lab-7\nHost dgx\n  HostName dgx-01.example\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Outlook(fleet, Optional.of(new StagedReach(fleet, home, clock)));
    }

    /** Where runs of the past are to be, for {@link RunStory#record}. */
    static MusterHome musterHome(Path home) {
        return new MusterHome(home.resolve("state"), home.resolve("config"));
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
    }

    @Override
    public Optional<RunId> lookedAt() {
        return Optional.empty();
    }

    @Override
    public void looksAt(RunId run) {
        // nobody comes back
    }

    @Override
    public void close() {
        past.close();
    }
}
