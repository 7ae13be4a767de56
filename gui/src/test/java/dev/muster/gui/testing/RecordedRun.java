package dev.muster.gui.testing;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.history.OpenedRun;
import dev.muster.agent.history.PastRun;
import dev.muster.agent.history.RunState;
import dev.muster.agent.journal.Damage;
import dev.muster.agent.journal.Recording;
import dev.muster.agent.journal.SecretPrints;
import dev.muster.agent.session.ReplaySession;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/** A story as it is told from its recording. */
public final class RecordedRun {
    private RecordedRun() {}

    public static ReplaySession of(RunStory story, InstantSource clock) {
        JobSnapshot last = story.snapshot();
        var past =
                new PastRun(
                        last.run(),
                        RunState.RUNNING,
                        last.spec().entrypoint().shortName(),
                        "",
                        last.host(),
                        last.startedAt(),
                        last.end().map(JobSnapshot.End::at),
                        Optional.empty(),
                        last.spec().workers(),
                        last.attempts().size(),
                        last.restartCount(),
                        last.because(),
                        0,
                        Optional.empty(),
                        Optional.empty());
        var recording = new Recording(story.events(), Optional.of(last), Damage.NONE);
        var opened =
                new OpenedRun(
                        past, Path.of("/state"), recording, Optional.empty(), SecretPrints.NONE);
        try {
            return ReplaySession.open(opened, clock);
        } catch (IOException e) {
            throw new UncheckedIOException("a story has events", e);
        }
    }
}
