package dev.muster.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.Agent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.Phase;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.StopTerms;
import dev.muster.agent.job.WorkerDevices;
import dev.muster.agent.job.WorkerStreams;
import dev.muster.testing.BesideOthers;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.TestPython;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Real PyTorch process groups over our store, through a crash. */
@Needs(TestGroup.TORCH)
@Timeout(120)
@BesideOthers
class TorchRestartTest {
    @TempDir Path folder;

    @Test
    void a_gloo_job_that_crashes_once_succeeds_in_its_second_attempt() throws IOException {
        JobSnapshot ended = run(1, 3);

        assertThat(ended.end().orElseThrow().outcome()).isEqualTo(Outcome.SUCCEEDED);
        assertThat(ended.restartCount()).isEqualTo(1);
        assertThat(printed(ended)).containsOnly("sum 10").hasSize(8);
    }

    @Test
    void a_gloo_job_whose_restarts_are_used_ends_with_the_root_causes_code() throws IOException {
        JobSnapshot ended = run(9, 1);

        assertThat(ended.end().orElseThrow().outcome()).isEqualTo(Outcome.FAILED);
        assertThat(ended.end().orElseThrow().exitCode()).isEqualTo(7);
        assertThat(ended.because())
                .isEqualTo("rank 1 failed with exit code 7; the only restart is used");
    }

    @Tag("proof")
    @RepeatedTest(50)
    void restarting_a_gloo_job_succeeds_every_time() throws IOException {
        JobSnapshot ended = run(1, 1);

        assertThat(ended.end().orElseThrow().outcome()).isEqualTo(Outcome.SUCCEEDED);
    }

    private JobSnapshot run(int crashes, int maxRestarts) throws IOException {
        Path script = folder.resolve("gloo_crash.py");
        try (var source = getClass().getResourceAsStream("gloo_crash.py")) {
            Files.copy(source, script, StandardCopyOption.REPLACE_EXISTING);
        }
        var home = new MusterHome(folder.resolve("state"), folder.resolve("config"));
        try (AgentSession session = EmbeddedSession.over(Agent.open(home, System.getenv()))) {
            var ended = new CompletableFuture<JobSnapshot>();
            session.watch(
                    snapshot ->
                            snapshot.runs().stream()
                                    .filter(run -> run.phase() == Phase.ENDED)
                                    .findFirst()
                                    .ifPresent(ended::complete));
            session.launch(spec(script, crashes, maxRestarts)).toCompletableFuture().join();
            return ended.join();
        }
    }

    private JobSpec spec(Path script, int crashes, int maxRestarts) {
        return new JobSpec(
                new Entrypoint.Script(script.toString()),
                Optional.of(TestPython.path()),
                List.of(Integer.toString(crashes)),
                4,
                maxRestarts,
                "default",
                Optional.empty(),
                Optional.empty(),
                folder,
                Map.of(),
                WorkerDevices.ALL,
                WorkerStreams.PLAIN,
                Optional.empty(),
                StopTerms.DEFAULT);
    }

    /** What every rank of every attempt printed last, without who and when. */
    private static List<String> printed(JobSnapshot ended) {
        return ended.attempts().stream()
                .flatMap(attempt -> attempt.files().values().stream())
                .flatMap(files -> read(files.stdout()).lines())
                .map(line -> line.substring(line.indexOf("sum")))
                .toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
