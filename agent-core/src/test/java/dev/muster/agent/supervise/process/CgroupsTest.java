package dev.muster.agent.supervise.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Where cgroups can be made, and what they hold, of both versions. */
@Timeout(60)
class CgroupsTest {
    private static final List<String> MOUNTS =
            List.of(
                    "36 31 0:33 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids",
                    "37 31 0:34 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct",
                    "41 31 0:38 /box /sys/fs/cgroup/unified rw shared:9 - cgroup2 cgroup2 rw");

    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource({
        "pids, 8:pids:/user.slice, /sys/fs/cgroup/pids/user.slice",
        "pids, 8:pids:/, /sys/fs/cgroup/pids",
        "cpuacct, '3:cpu,cpuacct:/a/b', '/sys/fs/cgroup/cpu,cpuacct/a/b'",
        "'', 0::/box/session-1.scope, /sys/fs/cgroup/unified/session-1.scope",
        "'', 0::/box, /sys/fs/cgroup/unified",
    })
    void the_own_cgroup_is_where_its_hierarchy_is_mounted(
            String controller, String own, String expected) {
        assertThat(Cgroups.folderOf(controller, List.of(own), MOUNTS)).contains(Path.of(expected));
    }

    @Test
    void a_hierarchy_that_is_not_mounted_has_no_folder() {
        assertThat(Cgroups.folderOf("freezer", List.of("6:freezer:/"), MOUNTS)).isEmpty();
        assertThat(Cgroups.folderOf("pids", List.of("0::/"), MOUNTS)).isEmpty();
    }

    @Test
    void cgroups_can_be_switched_off() {
        try (var none = Cgroups.find("x", Map.of("MUSTER_CGROUP", "off"))) {
            assertThat(none.folder()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pids", ""})
    void whoever_hides_from_everybody_else_is_in_its_runs_cgroup_until_that_is_killed(
            String controller) throws IOException {
        Path site = writable(controller);
        Path path = site.resolve("muster-test-" + UUID.randomUUID());
        Path hiding = folder.resolve("hiding");
        String script = "env -i setsid sh -c 'echo $$ >%s; exec sleep 600' & exit 0";
        try (var group = RunCgroup.create(path)) {
            var started = new Thread(() -> start(group, script.formatted(hiding)));
            started.start();
            await().until(() -> Files.exists(hiding) && Files.size(hiding) > 0);
            int pid = Integer.parseInt(Files.readString(hiding).strip());
            assertThat(group.members()).contains(pid);

            group.kill();

            await().until(() -> !group.members().contains(pid));
        }
        assertThat(path).doesNotExist();
    }

    @Test
    void what_a_worker_started_before_it_was_taken_in_is_taken_in_with_it() throws IOException {
        Path path = writable("").resolve("muster-test-" + UUID.randomUUID());
        Path said = folder.resolve("said");
        String script =
                "sh -c 'setsid sleep 600 & echo $! >%s.new; mv %s.new %s; wait' & wait"
                        .formatted(said, said, said);
        try (var group = RunCgroup.create(path)) {
            int pid = spawn(script);
            await().until(() -> Files.exists(said));
            int grandchild = Integer.parseInt(Files.readString(said).strip());

            group.take(pid);

            assertThat(group.members()).hasSize(3).contains(pid, grandchild);
            group.kill();
            Posix.awaitExit(pid);
            Posix.reap(pid);
        }
    }

    private int spawn(String script) throws IOException {
        return new Spawn(
                        List.of("/bin/sh", "-c", script),
                        Map.of("PATH", "/usr/bin:/bin"),
                        folder,
                        new Spawn.Input.Nothing(),
                        Path.of("/dev/null"),
                        Path.of("/dev/null"))
                .start();
    }

    /** Forks are forbidden only to those who are being killed. */
    @ParameterizedTest
    @ValueSource(strings = {"pids", ""})
    void who_is_asked_to_leave_may_start_processes_until_its_grace_is_over(String controller)
            throws IOException {
        Path site = writable(controller);
        Path path = site.resolve("muster-test-" + UUID.randomUUID());
        Path saved = folder.resolve("saved");
        Path up = folder.resolve("up");
        String script =
                "trap 'sh -c \"sleep 0.2; echo saved\" >%s; exit' TERM; echo >%s; while :; do sleep"
                        + " 0.1; done";
        try (var group = RunCgroup.create(path)) {
            new Thread(() -> start(group, script.formatted(saved, up))).start();
            await().until(() -> Files.exists(up) && !group.members().isEmpty());
            Kin kin = new Kin(Marker.ofAgent("nobody's"), Set.of(), Optional.of(group), 0);

            new Sweeper(kin).sweep(Duration.ofSeconds(30));

            assertThat(saved).hasContent("saved");
        }
    }

    /** From a thread that is in the group, as the keeper is. */
    private void start(RunCgroup group, String script) {
        group.enter();
        try {
            // the wait is for version 2, which takes in who runs already
            int pid = spawn("sleep 0.3; " + script);
            group.take(pid);
            Posix.awaitExit(pid);
            Posix.reap(pid);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Path writable(String controller) throws IOException {
        Optional<Path> site =
                Cgroups.folderOf(
                        controller,
                        Files.readAllLines(Path.of("/proc/self/cgroup")),
                        Files.readAllLines(Path.of("/proc/self/mountinfo")));
        assumeThat(site).as("such a cgroup").isPresent();
        assumeThat(Files.isWritable(site.get())).as("it may be written").isTrue();
        return site.get();
    }
}
