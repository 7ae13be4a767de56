package dev.muster.agent.supervise.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;

/** Workers as real processes: shells that do what workers do. */
@Timeout(60)
class OsWorkersTest {
    @TempDir Path folder;
    private Trial trial;

    @BeforeEach
    void begin() {
        trial = new Trial(folder);
    }

    @AfterEach
    void end() throws IOException {
        trial.close();
        assertThat(trial.living()).isEmpty();
    }

    @Test
    void an_exit_code_is_told_from_a_signal_even_where_a_shell_shows_the_same_number()
            throws IOException {
        trial.start(0, "exit 0");
        trial.start(1, "exit 3");
        trial.start(2, "exit 137");
        trial.start(3, "kill -KILL $$");

        assertThat(trial.exitOf(0)).isEqualTo(new WorkerExit.Succeeded());
        assertThat(trial.exitOf(1)).isEqualTo(new WorkerExit.Failed(3));
        assertThat(trial.exitOf(2)).isEqualTo(new WorkerExit.Failed(137));
        assertThat(trial.exitOf(3)).isEqualTo(new WorkerExit.Killed(Signal.KILL, false));
    }

    @Test
    void a_worker_writes_to_its_own_files_reads_nothing_and_starts_in_its_folder()
            throws IOException {
        trial.start(0, "pwd; echo oops >&2; read -r line || echo no input");

        trial.exitOf(0);

        assertThat(trial.stdout(0)).isEqualTo(folder.toRealPath() + "\nno input\n");
        assertThat(Files.readString(trial.files(0).stderr())).isEqualTo("oops\n");
    }

    @Test
    void a_worker_inherits_no_descriptor_of_the_agent() throws IOException {
        try (var open = Files.newByteChannel(Files.createFile(folder.resolve("ours")));
                var socket = new java.net.ServerSocket(0)) {
            trial.start(0, List.of("/bin/ls", "/proc/self/fd"));

            trial.exitOf(0);

            assertThat(open.isOpen() && socket.isBound()).isTrue();
            // 3 is the folder that ls itself is reading
            assertThat(trial.stdout(0).lines()).containsExactly("0", "1", "2", "3");
        }
    }

    @Test
    void a_worker_leads_its_own_session_and_blocks_or_ignores_no_signal_it_did_not_choose()
            throws IOException {
        int pid = trial.start(0, "grep -E 'Sig(Blk|Ign)' /proc/self/status; cat /proc/$$/stat");

        trial.exitOf(0);

        assertThat(trial.stdout(0)).contains("SigBlk:\t0000000000000000");
        long alreadyIgnored = ignored(Files.readString(Path.of("/proc/self/status")));
        long pipe = 1L << (13 - 1);
        assertThat(ignored(trial.stdout(0)) & ~(alreadyIgnored & ~pipe)).isZero();
        var stat = trial.stdout(0).lines().toList().getLast().split(" ");
        assertThat(stat[5]).as("session").isEqualTo(Integer.toString(pid));
    }

    /** Without 32 and 33, which belong to the C library and cannot be used by a program. */
    private static long ignored(String status) {
        var line = status.lines().filter(text -> text.startsWith("SigIgn:")).findFirst();
        String bits = line.orElseThrow().substring("SigIgn:".length()).strip();
        return Long.parseUnsignedLong(bits, 16) & ~(3L << 31);
    }

    @Test
    void a_program_that_is_not_there_is_refused_in_the_systems_words() {
        assertThatThrownBy(() -> trial.start(0, List.of("/no/such/program")))
                .isInstanceOf(CompletionException.class)
                .hasRootCauseInstanceOf(IOException.class)
                .hasRootCauseMessage(
                        "program /no/such/program: No such file or directory (ENOENT)");
    }

    @Test
    void a_signal_reaches_the_children_of_a_worker_too() throws IOException {
        trial.start(0, "sh -c 'sleep 600; echo never' & wait");
        await().untilAsserted(() -> assertThat(trial.living()).hasSizeGreaterThanOrEqualTo(3));

        trial.signalAll(Signal.TERM);

        assertThat(trial.exitOf(0)).isEqualTo(new WorkerExit.Killed(Signal.TERM, false));
        await().untilAsserted(() -> assertThat(trial.living()).isEmpty());
    }

    @Test
    void a_worker_that_ignores_sigterm_dies_by_force() throws IOException {
        trial.start(0, "trap '' TERM; echo ready; while :; do sleep 0.1; done");
        await().untilAsserted(() -> assertThat(trial.stdout(0)).isEqualTo("ready\n"));
        trial.signalAll(Signal.TERM);

        trial.killAll();

        assertThat(trial.exitOf(0)).isEqualTo(new WorkerExit.Killed(Signal.KILL, false));
    }

    @Test
    void what_a_finished_worker_left_behind_is_found_in_another_session_and_ended()
            throws IOException {
        trial.start(0, "setsid sh -c 'sleep 600' >/dev/null 2>&1 & exit 0");
        trial.exitOf(0);
        await().untilAsserted(() -> assertThat(trial.living()).isNotEmpty());

        var sweep = trial.sweep(ofSeconds(5));

        assertThat(sweep.ended()).isGreaterThanOrEqualTo(1);
        assertThat(sweep.unkillable()).isEmpty();
        assertThat(trial.living()).isEmpty();
    }

    @Test
    void what_cleared_its_environment_is_found_by_its_session() throws IOException {
        trial.start(0, "env -i /bin/sleep 600 & exit 0");
        trial.exitOf(0);

        var sweep = trial.sweep(ofMillis(200));

        assertThat(sweep.ended()).isEqualTo(1);
    }

    @Test
    void what_ignores_the_request_to_leave_is_killed_when_its_grace_is_over() throws IOException {
        trial.start(
                0, "setsid sh -c \"trap '' TERM; echo up; while :; do sleep 0.05; done\" & exit 0");
        trial.exitOf(0);
        await().untilAsserted(() -> assertThat(trial.stdout(0)).isEqualTo("up\n"));

        var sweep = trial.sweep(ofMillis(300));

        assertThat(sweep.unkillable()).isEmpty();
        assertThat(trial.living()).isEmpty();
    }

    @Test
    void a_sweep_leaves_no_zombie_of_ours() throws IOException {
        int pid = trial.start(0, "exit 0");
        trial.exitOf(0);
        assertThat(Path.of("/proc/" + pid)).as("kept until the sweep").exists();

        trial.sweep(ofSeconds(1));

        assertThat(Path.of("/proc/" + pid)).doesNotExist();
    }
}
