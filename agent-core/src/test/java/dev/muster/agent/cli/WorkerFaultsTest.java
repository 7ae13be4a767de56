package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.job.Signal;
import dev.muster.testing.BesideOthers;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.TestPython;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What workers do wrong, by the rows of the fault catalogue, and what becomes of it. */
@BesideOthers
@Timeout(240)
class WorkerFaultsTest {
    @TempDir private Path folder;
    private final Hideaway hideaway = new Hideaway();

    @Test
    @DisplayName(
            "Row 5: a worker that ends at once is given time before its next start, and up at last")
    void a_worker_that_ends_at_once_is_given_time_and_given_up()
            throws IOException, InterruptedException {
        var ended = run("--max-restarts 3", "exit 7");

        assertThat(ended.exitCode()).isEqualTo(7);
        assertThat(ended.err())
                .contains("it starts 1 s from now, as 3 starts in a row lasted less than 2 s")
                .contains("all 3 restarts are used");
    }

    @Test
    @DisplayName("Row 5: a loop of such starts takes less than 2 % of a processor")
    void a_loop_of_quick_failures_takes_next_to_no_time_of_the_processor() throws IOException {
        try (var muster = start(Map.of(), "--max-restarts 1000", "exit 7")) {
            muster.awaitTalk("muster: it starts 4 s from now");
            long ticksBefore = ticks(muster.pid());
            long before = System.nanoTime();
            muster.awaitTalk("muster: it starts 16 s from now");
            double seconds = (System.nanoTime() - before) / 1e9;
            double share = (ticks(muster.pid()) - ticksBefore) / 100.0 / seconds;

            assertThat(share).isLessThan(0.02);
        }
    }

    @Test
    @DisplayName("Row 6: a worker that ends early and well is named, and the others go on")
    void a_worker_that_ends_early_and_well_is_named() throws IOException, InterruptedException {
        try (var muster =
                start(Map.of(), "--nproc-per-node 2", "test $RANK = 0 || exec sleep 600")) {
            muster.awaitTalk("partial finish: rank 0 ended well 10 s ago, and 1 worker still runs");
            muster.signal(Signal.TERM);

            assertThat(muster.awaitEnd().exitCode()).isEqualTo(143);
        }
    }

    @Test
    @DisplayName("Row 8: a worker that was stopped by SIGSTOP is still ended by a request")
    void a_worker_that_stands_still_is_ended_by_a_request()
            throws IOException, InterruptedException {
        try (var muster =
                start(Map.of(), "--shutdown-timeout 900", "trap 'exit 0' TERM; kill -STOP $$")) {
            await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> children(muster.pid()).anyMatch(pid -> state(pid) == 'T'));
            muster.signal(Signal.TERM);

            assertThat(muster.awaitEnd().exitCode()).isEqualTo(143);
        }
    }

    @Test
    @Needs(TestGroup.PYTHON)
    @DisplayName(
            "Row 9: a worker that waits for a file system that never answers is named and left")
    void a_worker_that_nothing_can_kill_is_named_and_not_waited_for()
            throws IOException, InterruptedException {
        Path mount = Files.createDirectory(folder.resolve("never"));
        try (var never = NeverAnswering.mount(mount)) {
            assumeThat(never.isMounted()).as("a FUSE mount is possible").isTrue();
            var ended = stopAtOnce("echo ready; cat %s/x".formatted(mount));

            assertThat(ended.err())
                    .containsPattern(
                            "left behind: pid \\d+ \\(cat\\), started .*, is in an uninterruptible"
                                    + " wait");
            assertThat(ended.exitCode()).isEqualTo(143);
        }
    }

    @Test
    @DisplayName("Row 10: zombies of a worker are nobody to be ended, and none of ours is left")
    void zombies_are_not_alive_and_none_of_ours_is_left() throws IOException, InterruptedException {
        String orphan = "setsid sh -c 'sleep 0.2 & exit 0'";
        try (var muster =
                start(Map.of(), "", orphan + "; sh -c 'sleep 0.1 & exec sleep 600' & wait")) {
            await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> descendants(muster.pid()).anyMatch(pid -> state(pid) == 'Z'));
            await().atMost(30, TimeUnit.SECONDS)
                    .pollDelay(Duration.ofSeconds(2))
                    .until(() -> children(muster.pid()).noneMatch(pid -> state(pid) == 'Z'));
            muster.signal(Signal.TERM);
            var ended = muster.awaitEnd();

            assertThat(ended.err()).doesNotContain("left behind");
        }
    }

    @Test
    @DisplayName("Row 12: a fork bomb under a limit is ended")
    void a_fork_bomb_is_ended() throws IOException, InterruptedException {
        Path go = folder.resolve("go");
        String bomb =
                "bomb() { bomb | bomb & }; echo ready; until test -e %s; do sleep 0.1; done; bomb; %s"
                        .formatted(go, hideaway.deaf());
        try (var muster = start(Mechanism.CGROUP.variables(), "--shutdown-timeout 1", bomb)) {
            muster.awaitOutput("ready");
            Optional<Path> counted = pidsGroup(muster.pid());
            assumeThat(counted).as("a cgroup that counts processes").isPresent();
            Path group = counted.get();
            Files.writeString(group.resolve("pids.max"), "150");
            Files.createFile(go);
            await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> number(group.resolve("pids.current")) > 140);

            long began = System.nanoTime();
            muster.signal(Signal.TERM);
            muster.awaitEnd();

            // a second of grace, five to end it, and the rest for a machine that has other work
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isLessThan(Duration.ofSeconds(20));
            assertThat(hideaway.leftovers()).isEmpty();
        }
    }

    @Test
    @DisplayName("Row 13: a worker that dies while the others wait for it takes all to a new start")
    void a_worker_that_dies_at_a_barrier_takes_all_to_a_new_start()
            throws IOException, InterruptedException {
        String script =
                """
                echo "$RANK of $WORLD_SIZE, start $TORCHELASTIC_RESTART_COUNT"
                [ $TORCHELASTIC_RESTART_COUNT = 1 ] && exit 0
                [ $RANK = 1 ] && kill -KILL $$
                exec sleep 600
                """;

        var ended = run("--nproc-per-node 3 --max-restarts 1", script);

        assertThat(ended.exitCode()).isZero();
        assertThat(ended.out().lines())
                .contains("0 of 3, start 1", "1 of 3, start 1", "2 of 3, start 1")
                .allMatch(line -> line.contains(" of 3, start "));
    }

    @Test
    @DisplayName("Row 13: a worker that dies while it is stopped changes nothing of the end")
    void a_worker_that_dies_while_it_is_stopped_changes_nothing()
            throws IOException, InterruptedException {
        var ended =
                stopAtOnce("trap 'kill -SEGV $$' TERM; echo ready; while :; do sleep 0.1; done");

        assertThat(ended.exitCode()).isEqualTo(143);
        assertThat(ended.err()).contains("stopped by SIGTERM");
    }

    @Test
    void nobody_is_left_when_there_is_no_descriptor_to_look_with()
            throws IOException, InterruptedException {
        try (var muster =
                start(Mechanism.CGROUP.variables(), "--shutdown-timeout 1", hideaway.cleared())) {
            muster.awaitOutput("ready");
            leaveOneDescriptor(muster.pid());
            muster.signal(Signal.TERM);
            var ended = muster.awaitEnd();

            assertThat(ended.exitCode()).isEqualTo(143);
            assertThat(hideaway.leftovers()).isEmpty();
        }
    }

    @Test
    void a_restart_in_a_folder_that_is_gone_says_so() throws IOException, InterruptedException {
        Path gone = Files.createDirectory(folder.resolve("gone"));
        var flags = "--max-restarts 3 --working-directory " + gone;

        var ended = run(flags, "rmdir '%s'; exit 1".formatted(gone));

        assertThat(ended.exitCode()).isEqualTo(127);
        assertThat(ended.err())
                .contains("working directory " + gone + ": No such file or directory (ENOENT)")
                .contains("starting it again would not help");
    }

    @Test
    @Needs(TestGroup.PYTHON)
    void a_worker_in_an_uninterruptible_wait_ends_the_run_after_torchs_limit()
            throws IOException, InterruptedException {
        Path fifo = folder.resolve("fifo");
        Path script = folder.resolve("stuck.py");
        // who started another program waits uninterruptibly until that has its files open
        Files.writeString(
                script,
                """
                import os
                os.mkfifo("%s")
                os.posix_spawn("/bin/true", ["true"], {}, file_actions=[
                    (os.POSIX_SPAWN_OPEN, 0, "%s", os.O_RDONLY, 0)])
                """
                        .formatted(fifo, fifo));
        try (var muster =
                MusterProcess.start(
                        folder,
                        Map.of("TORCHELASTIC_UNINTERRUPTIBLE_STATE_TIMEOUT", "1"),
                        MusterProcess.command(
                                "run",
                                "--max-restarts",
                                "3",
                                "--shutdown-timeout",
                                "1",
                                "--no-python",
                                TestPython.path().toString(),
                                script.toString()))) {
            var ended = muster.awaitEnd();

            assertThat(ended.exitCode()).isEqualTo(1);
            assertThat(ended.err())
                    .contains("rank 0 has been in an uninterruptible wait for 1 s")
                    .doesNotContain("restart 1 of 3");
        }
    }

    /** One is left, for classes that come from folders here: too little to read a table with. */
    private static void leaveOneDescriptor(long pid) throws IOException, InterruptedException {
        Set<Integer> open;
        try (var names = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            open =
                    names.map(name -> Integer.parseInt(name.getFileName().toString()))
                            .collect(Collectors.toSet());
        }
        int most =
                IntStream.iterate(0, number -> number + 1)
                        .filter(number -> !open.contains(number))
                        .skip(1)
                        .findFirst()
                        .orElseThrow();
        String limit = "prlimit --pid %d --nofile=%d:".formatted(pid, most);
        assertThat(new ProcessBuilder("/bin/sh", "-c", limit).start().waitFor()).isZero();
    }

    private MusterProcess.Ended stopAtOnce(String script) throws IOException, InterruptedException {
        try (var muster = start(Map.of(), "--shutdown-timeout 1", script)) {
            muster.awaitOutput("ready");
            muster.signal(Signal.TERM);
            return muster.awaitEnd();
        }
    }

    private MusterProcess.Ended run(String flags, String script)
            throws IOException, InterruptedException {
        try (var muster = start(Map.of(), flags, script)) {
            return muster.awaitEnd();
        }
    }

    private MusterProcess start(Map<String, String> variables, String flags, String script)
            throws IOException {
        var words = new ArrayList<>(List.of("run"));
        words.addAll(Stream.of(flags.split(" ")).filter(word -> !word.isEmpty()).toList());
        words.addAll(List.of("--no-python", "/bin/sh", "-c", script.replace("$", "$$")));
        return MusterProcess.start(
                folder, variables, MusterProcess.command(words.toArray(String[]::new)));
    }

    /** Of the processor, its own and its ended children's, in hundredths of a second. */
    private static long ticks(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Stream.of(11, 12, 13, 14).mapToLong(i -> Long.parseLong(fields[i])).sum();
    }

    private static Stream<Long> children(long pid) {
        return ProcessHandle.of(pid).orElseThrow().children().map(ProcessHandle::pid);
    }

    private static Stream<Long> descendants(long pid) {
        return ProcessHandle.of(pid).orElseThrow().descendants().map(ProcessHandle::pid);
    }

    /** The letter of its state; a blank when it is gone. */
    private static char state(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2);
        } catch (IOException _) {
            return ' ';
        }
    }

    /** Of the worker; the other child of the agent is its guardian. */
    private static Optional<Path> pidsGroup(long agent) {
        return children(agent)
                .flatMap(WorkerFaultsTest::groups)
                .filter(line -> line.contains(":pids:") && line.contains("/muster-"))
                .map(line -> Path.of("/sys/fs/cgroup/pids" + line.split(":", 3)[2]))
                .findFirst();
    }

    private static Stream<String> groups(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc/" + pid + "/cgroup")).stream();
        } catch (IOException _) {
            return Stream.empty(); // it has ended meanwhile
        }
    }

    private static long number(Path file) throws IOException {
        return Long.parseLong(Files.readString(file).strip());
    }
}
