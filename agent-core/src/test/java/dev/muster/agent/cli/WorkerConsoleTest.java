package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.Hushed;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.job.WorkerFiles;
import dev.muster.agent.output.GrowthOnCall;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

class WorkerConsoleTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir private Path folder;

    private final GrowthOnCall growth = new GrowthOnCall();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private int listenersMeanwhile;

    @Test
    void streams_that_no_flag_names_pass_through_unprefixed() throws IOException {
        run(SampleSpec.ofScript().build());

        assertThat(out).hasToString("out 0\nout 1\n");
        assertThat(err).hasToString("err 0\nerr 1\n");
    }

    @Test
    void redirected_streams_are_not_shown() throws IOException {
        run(SampleSpec.ofScript().redirects("0:1,1:3").build());

        assertThat(out).asString().isEmpty();
        assertThat(err).hasToString("err 0\n");
    }

    @Test
    void teed_streams_are_shown_with_role_and_local_rank() throws IOException {
        run(SampleSpec.ofScript().role("trainer").tee("1:3").build());

        assertThat(out).hasToString("out 0\n[trainer1]:out 1\n");
        assertThat(err).hasToString("err 0\n[trainer1]:err 1\n");
    }

    @Test
    void a_stream_that_is_redirected_and_teed_is_shown() throws IOException {
        run(SampleSpec.ofScript().redirects("3").tee("1").build());

        assertThat(out).hasToString("[default0]:out 0\n[default1]:out 1\n");
        assertThat(err).asString().isEmpty();
    }

    @Test
    void local_ranks_that_the_filter_leaves_out_are_not_shown_teed_or_not() throws IOException {
        run(SampleSpec.ofScript().tee("1").localRanksFilter(1).build());

        assertThat(out).hasToString("[default1]:out 1\n");
        assertThat(err).hasToString("err 1\n");
    }

    @Test
    void the_prefix_is_filled_in_for_each_worker() throws IOException {
        run(SampleSpec.ofScript().tee("1").linePrefix("$hostname/$pid/${rank}> ").build());

        assertThat(out).hasToString("gpu-a/100/0> out 0\ngpu-a/101/1> out 1\n");
    }

    @Test
    void a_stream_that_cannot_be_shown_does_not_take_others_along() throws IOException {
        growth.refuse(folder.resolve("0").resolve("stdout.log"));

        try (var _ = Hushed.of(WorkerConsole.class)) {
            run(SampleSpec.ofScript().build());
        }

        assertThat(out).hasToString("out 1\n");
        assertThat(err).hasToString("err 0\nerr 1\n");
    }

    @Test
    void when_an_attempt_has_ended_nothing_of_it_is_listened_to_any_more() throws IOException {
        run(SampleSpec.ofScript().build());

        assertThat(listenersMeanwhile).isEqualTo(4);
        assertThat(growth.listeners()).isZero();
    }

    /** Two workers print a line to each stream before their attempt ends. */
    private void run(JobSpec spec) throws IOException {
        var terminal =
                new Terminal(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8));
        var consoles =
                Stream.of(LogStream.values())
                        .map(s -> new WorkerConsole(s, spec, terminal, growth, Runnable::run))
                        .toList();
        tell(consoles, new AgentEvent.RunAccepted(NOON, new RunId("run-1"), spec, "gpu-a.lan", 1));
        for (int rank = 0; rank < 2; rank++) {
            Path own = Files.createDirectory(folder.resolve("" + rank));
            var files =
                    new WorkerFiles(
                            Files.createFile(own.resolve("stdout.log")),
                            Files.createFile(own.resolve("stderr.log")),
                            own.resolve("error.json"));
            tell(
                    consoles,
                    new AgentEvent.WorkerStarted(
                            NOON, new Rank(rank), new LocalRank(rank), 100 + rank, files));
            Files.writeString(files.stdout(), "out %d\n".formatted(rank));
            Files.writeString(files.stderr(), "err %d\n".formatted(rank));
        }
        listenersMeanwhile = growth.listeners();
        tell(consoles, new AgentEvent.AttemptEnded(NOON, 0, Optional.empty(), "all are done"));
    }

    private static void tell(List<WorkerConsole> consoles, AgentEvent event) {
        consoles.forEach(console -> console.tell(event));
    }
}
