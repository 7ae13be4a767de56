package dev.muster.gui.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LinePrefix;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.SaveFirst;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.StdByRank;
import dev.muster.agent.job.StopTerms;
import dev.muster.agent.job.WorkerDevices;
import dev.muster.agent.job.WorkerStreams;
import dev.muster.agent.launch.LaunchChecks;
import dev.muster.agent.launch.LaunchDraft;
import dev.muster.agent.launch.PythonEnvironments;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a run was started with goes through the form's texts and comes out as it was. */
class EditAndRunAgainTest {
    @TempDir private Path here;

    private final RecordingSession session = new RecordingSession();
    private LaunchFormViewModel form = form();

    @BeforeEach
    void aScriptAndAnInterpreter() throws IOException {
        Files.createFile(here.resolve("train.py"));
        Path python = Files.createFile(here.resolve("interpreter"));
        assertThat(python.toFile().setExecutable(true)).isTrue();
        form = form();
    }

    @Test
    void a_plain_run_starts_again_as_it_was_and_unfolds_only_what_it_says() {
        JobSpec spec =
                spec(
                        List.of("--lr", "0.1"),
                        Optional.empty(),
                        Map.of(),
                        WorkerDevices.ALL,
                        WorkerStreams.PLAIN,
                        StopTerms.DEFAULT);

        assertThat(startedAgain(spec)).isEqualTo(spec);
        assertThat(form.shown(FieldGroup.OUTPUT).get()).isFalse();
        assertThat(form.shown(FieldGroup.STOPPING).get()).isFalse();
        assertThat(form.notes().get()).isEmpty();
    }

    @Test
    void a_run_that_says_all_that_can_be_said_starts_again_as_it_was() {
        var nodes =
                new JobNodes(
                        2,
                        4,
                        0,
                        "c10d",
                        "gpu-a:29400",
                        Map.of("join_timeout", "60", "on_node_loss", "wait"),
                        Optional.of("gpu-b"));
        var streams =
                new WorkerStreams(
                        StdByRank.parse("0:1,2:3"),
                        StdByRank.parse("3"),
                        Optional.of(here.resolve("logs")),
                        Set.of(1, 2),
                        Map.of(
                                LogStream.STDOUT,
                                List.of("loss ", "a,b"),
                                LogStream.STDERR,
                                List.of("Error")),
                        new LinePrefix("  ${rank}: "));
        var saving = new SaveFirst(new Signal(12), Duration.ofSeconds(90));
        JobSpec spec =
                spec(
                        List.of("--name", "it's", "", "$x", "a b", "line\nbreak"),
                        Optional.of(nodes),
                        Map.of("A", "1 'x'", "B", "$HOME"),
                        new WorkerDevices(true, Optional.empty()),
                        streams,
                        new StopTerms(
                                Duration.ofMillis(1500),
                                Optional.of(saving),
                                List.of(Signal.TERM)));

        assertThat(startedAgain(spec)).isEqualTo(spec);
    }

    private JobSpec spec(
            List<String> arguments,
            Optional<JobNodes> nodes,
            Map<String, String> environment,
            WorkerDevices devices,
            WorkerStreams streams,
            StopTerms stopping) {
        return new JobSpec(
                new Entrypoint.Script("train.py"),
                Optional.of(here.resolve("interpreter")),
                arguments,
                3,
                2,
                "trainer",
                Optional.of("sweep 7"),
                nodes,
                here,
                environment,
                devices,
                streams,
                Optional.empty(),
                stopping);
    }

    private JobSpec startedAgain(JobSpec spec) {
        var draft = LaunchDraft.of(spec);
        form.fill(draft.draft(), draft.problems());
        form.run();
        assertThat(session.launched()).as(form.failure().get()).hasSize(1);
        return session.launched().getFirst();
    }

    private LaunchFormViewModel form() {
        return new LaunchFormViewModel(
                session,
                LaunchChecks.onThisMachine()::check,
                _ -> List.of(),
                new PythonChoices(PythonEnvironments.onThisMachine(), _ -> {}),
                new FormThreads(Runnable::run, Runnable::run, _ -> {}),
                _ -> {});
    }
}
