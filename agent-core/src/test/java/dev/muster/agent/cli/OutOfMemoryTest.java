package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A worker that takes more memory than its group may have. It is killed by the system where this
 * machine lets us make such a group; elsewhere the counters are made up in {@code OomKillsTest} and
 * {@code DiagnosisTest}, and this test says so.
 */
@Timeout(120)
class OutOfMemoryTest {
    private static final String LIMIT = Integer.toString(400 << 20);

    @TempDir private Path folder;

    private Optional<Path> group = Optional.empty();

    @AfterEach
    void removeGroup() throws IOException {
        if (group.isPresent()) Files.delete(group.get());
    }

    @Test
    @DisplayName("row 7: a kill for want of memory is proved by its counter, and no person's kill")
    void a_kill_for_want_of_memory_is_told_apart(TestReporter reporter)
            throws IOException, InterruptedException {
        group = newGroup();
        reporter.publishEntry(
                "the kill",
                group.map(path -> "by the system, in " + path)
                        .orElse("not tried: no group with a memory limit can be made here"));
        if (group.isEmpty()) return;

        String said = runInGroup(group.get());

        assertThat(said)
                .contains("rank 0 was killed by SIGKILL: out of memory: memory.")
                .contains("oom_kill 0 → 1")
                .contains("  exitcode  : -9 (pid: ");
    }

    private String runInGroup(Path place) throws IOException, InterruptedException {
        String hog = "echo 1000 > /proc/self/oom_score_adj; exec tail /dev/zero";
        List<String> muster =
                MusterProcess.command(
                        "run", "--no-python", "--nproc-per-node=1", "/bin/sh", "-c", hog);
        Stream<String> inGroup =
                Stream.of(
                        "/bin/sh",
                        "-c",
                        "echo $$ > \"$0\"/cgroup.procs && exec \"$@\"",
                        place.toString());
        List<String> command = Stream.concat(inGroup, muster.stream()).toList();
        try (var process = MusterProcess.start(folder, Map.of(), command)) {
            return process.awaitEnd().err();
        }
    }

    private static Optional<Path> newGroup() {
        Path cgroups = Path.of("/sys/fs/cgroup");
        String name = "muster-test-" + ProcessHandle.current().pid();
        return limited(cgroups.resolve("memory").resolve(name), "memory.limit_in_bytes")
                .or(() -> limited(cgroups.resolve(name), "memory.max"));
    }

    private static Optional<Path> limited(Path place, String limit) {
        try {
            Files.createDirectory(place);
        } catch (IOException _) {
            return Optional.empty();
        }
        try {
            Files.writeString(place.resolve(limit), LIMIT);
            return Optional.of(place);
        } catch (IOException _) {
            place.toFile().delete();
            return Optional.empty();
        }
    }
}
