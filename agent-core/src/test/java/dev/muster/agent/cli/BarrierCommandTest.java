package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.Signal;
import dev.muster.testing.BesideOthers;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Processes that wait for each other. */
@BesideOthers
@Timeout(180)
class BarrierCommandTest {
    @TempDir private Path folder;

    private final List<MusterProcess> started = new ArrayList<>();
    private String peers = "";

    @BeforeEach
    void threePlaces() throws IOException {
        peers =
                "0=localhost:%d,1=127.0.0.1:%d,2=127.0.0.1:%d"
                        .formatted(
                                FreePort.onLoopback(),
                                FreePort.onLoopback(),
                                FreePort.onLoopback());
    }

    @AfterEach
    void endThem() {
        started.forEach(MusterProcess::close);
    }

    @Test
    void nobody_passes_before_the_last_has_come_and_then_all_do()
            throws IOException, InterruptedException {
        var zero = participant(0);
        var two = participant(2);
        zero.awaitTalk("2 of 3 are here; missing: 1 (never connected)");
        two.awaitTalk("2 of 3 are here; missing: 1 (never connected)");

        var one = participant(1);

        for (MusterProcess each : List.of(zero, one, two)) {
            var ended = each.awaitEnd();
            assertThat(ended.exitCode()).as(ended.err()).isZero();
            assertThat(ended.out()).isEmpty();
            assertThat(ended.err()).contains("is complete after");
        }
    }

    @Test
    void when_time_is_up_everybody_reports_who_was_missing()
            throws IOException, InterruptedException {
        var zero = participant(0, "--timeout", "900");
        zero.awaitTalk("1 of 3 are here");

        var impatient = participant(1, "--timeout", "5").awaitEnd();
        var patient = zero.awaitEnd();

        assertThat(impatient.exitCode()).isEqualTo(1);
        assertThat(impatient.out()).isEqualTo("0\there\n1\there\n2\tmissing\tnever connected\n");
        assertThat(patient.exitCode()).isEqualTo(1);
        assertThat(patient.out()).isEqualTo(impatient.out());
        assertThat(patient.err()).contains("participant 1 gave up epoch 1 after");
    }

    @Test
    void with_fail_fast_nobody_waits_for_one_that_was_killed()
            throws IOException, InterruptedException {
        var zero = participant(0, "--fail-fast");
        var one = participant(1, "--fail-fast");
        zero.awaitTalk("2 of 3 are here");
        one.awaitTalk("2 of 3 are here");

        one.close();
        var ended = zero.awaitEnd();

        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.err()).contains("participant 1 departed before epoch 1 was complete");
        assertThat(ended.out().lines())
                .containsExactly("0\there", "1\tmissing\tdeparted", "2\tmissing\tnever connected");
    }

    @Test
    void one_that_was_killed_and_started_again_takes_its_place_until_all_are_here()
            throws IOException, InterruptedException {
        var zero = participant(0);
        var killed = participant(1);
        zero.awaitTalk("2 of 3 are here");
        killed.close();
        zero.awaitTalk("epoch 1: 1 of 3 are here; missing: 1 (unreachable, last heard");

        var two = participant(2);
        zero.awaitTalk("2 of 3 are here; missing: 1 (unreachable, last heard");
        var one = participant(1);

        for (MusterProcess each : List.of(zero, one, two)) {
            var ended = each.awaitEnd();
            assertThat(ended.exitCode()).as(ended.err()).isZero();
        }
    }

    @Test
    void one_of_another_name_is_missing_for_that_reason_which_is_told_once()
            throws IOException, InterruptedException {
        var zero = participant(0, "--name", "x", "--timeout", "900");
        zero.awaitTalk("1 of 3 are here");
        var one = participant(1, "--name", "y", "--timeout", "5").awaitEnd();
        zero.signal(Signal.TERM);

        String reason = "participant 1 waits at barrier 'y', and participant 0 at 'x'";
        assertThat(zero.awaitEnd().out()).contains("1\tmissing\tturned away: " + reason);
        assertThat(one.out()).contains("0\tmissing\tit turned us away: " + reason);
        assertThat(one.err())
                .containsOnlyOnce("participant 0 at localhost:")
                .contains("participant 1 gave up epoch 1 after")
                .contains(" s: 0 (it turned us away: " + reason);
    }

    @Test
    void a_signal_to_one_ends_it_for_all_and_says_by_whom()
            throws IOException, InterruptedException {
        var zero = participant(0);
        var one = participant(1);
        zero.awaitTalk("2 of 3 are here");

        one.signal(Signal.TERM);

        assertThat(one.awaitEnd().exitCode()).isEqualTo(143);
        var told = zero.awaitEnd();
        assertThat(told.exitCode()).isEqualTo(1);
        assertThat(told.err()).contains("participant 1 was ended by SIGTERM");
    }

    @Test
    void each_event_is_a_line_of_json_where_that_is_asked_for()
            throws IOException, InterruptedException {
        var zero = participant(0, "-o", "jsonl");
        zero.awaitOutput("'missing':['1','2']".replace('\'', '"'));
        participant(1);
        participant(2);

        var lines = zero.awaitEnd().out().lines().toList();

        assertThat(lines).first().asString().startsWith("{\"seq\":1,\"at\":");
        assertThat(lines).last().asString().contains("\"event\":\"barrier-passed\"");
    }

    @Test
    void what_cannot_be_is_refused_in_one_sentence() throws IOException, InterruptedException {
        assertThat(refused("--id", "0", "--peer", "node0"))
                .contains("is no participant's address, such as 0=node0:7000");
        assertThat(refused("--id", "5", "--peer", peers))
                .contains("participant: 5 (expected: one of");
        assertThat(refused("--id", "1", "--group", "1-0")).contains("expected: ids such as 0,1,2");
        assertThat(refused("--id", "1", "--group", "0,1")).contains("none for participant 0");
        assertThat(refused("--peer", peers)).contains("--id");
        assertThat(refused("--id", "1")).contains("--peer: none (expected: one for each");
    }

    private String refused(String... words) throws IOException, InterruptedException {
        var ended =
                MusterProcess.run(
                        folder,
                        Stream.concat(Stream.of("barrier"), Stream.of(words))
                                .toArray(String[]::new));
        assertThat(ended.exitCode()).isEqualTo(2);
        return ended.err();
    }

    private MusterProcess participant(int id, String... more) throws IOException {
        Path home = Files.createTempDirectory(folder, "p" + id);
        var words = new ArrayList<>(List.of("barrier", "--id", "" + id, "--peer", peers));
        words.addAll(List.of(more));
        var process = MusterProcess.start(home, words.toArray(String[]::new));
        started.add(process);
        return process;
    }
}
