package dev.muster.agent.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Which counter of the system is read, in file systems made up after real ones. */
class OomKillsTest {
    private static final String EVENTS =
            "low 0\nhigh 0\nmax 17\noom 1\noom_kill %d\noom_group_kill 0\n";
    private static final String CONTROL = "oom_kill_disable 0\nunder_oom 0\noom_kill %d\n";

    @TempDir private Path root;

    @Test
    void in_the_second_version_the_groups_own_events_count() throws IOException {
        groups("0::/user.slice/job-7.scope\n");
        write("sys/fs/cgroup/user.slice/job-7.scope/memory.events", EVENTS.formatted(2));
        OomKills counter = find().orElseThrow();

        write("sys/fs/cgroup/user.slice/job-7.scope/memory.events", EVENTS.formatted(3));

        assertThat(counter.proof())
                .contains("memory.events of cgroup /user.slice/job-7.scope: oom_kill 2 → 3");
    }

    @Test
    void a_group_without_a_count_of_its_own_counts_with_the_one_around_it() throws IOException {
        groups("0::/job-7/workers/3\n");
        write("sys/fs/cgroup/job-7/memory.events", EVENTS.formatted(2));

        assertThat(find()).map(OomKills::name).contains("memory.events of cgroup /job-7");
    }

    @Test
    void in_the_first_version_it_is_the_memory_controllers_count() throws IOException {
        groups("9:cpu,cpuacct:/a\n4:memory:/job-7\n0::/\n");
        write("sys/fs/cgroup/memory/job-7/memory.oom_control", CONTROL.formatted(0));
        OomKills counter = find().orElseThrow();

        write("sys/fs/cgroup/memory/job-7/memory.oom_control", CONTROL.formatted(1));

        assertThat(counter.proof()).contains("memory.oom_control of cgroup /job-7: oom_kill 0 → 1");
    }

    @Test
    void in_a_container_that_sees_its_own_group_as_the_root_that_one_counts() throws IOException {
        groups("0::/docker/4711\n");
        write("sys/fs/cgroup/memory.events", EVENTS.formatted(0));

        assertThat(find())
                .map(OomKills::file)
                .contains(root.resolve("sys/fs/cgroup/memory.events"));
    }

    @Test
    void outside_of_every_group_the_machines_counter_is_left() throws IOException {
        groups("0::/\n");
        write("proc/vmstat", "nr_free_pages 1\noom_kill 5\n");

        assertThat(find())
                .contains(
                        new OomKills(root.resolve("proc/vmstat"), "the machine's /proc/vmstat", 5));
    }

    @Test
    void without_any_counter_nothing_is_claimed() throws IOException {
        assertThat(find()).isEmpty();

        groups("0::/\n");

        assertThat(find()).isEmpty();
    }

    @Test
    void a_counter_that_stands_still_or_goes_away_proves_nothing() throws IOException {
        groups("0::/job\n");
        write("sys/fs/cgroup/job/memory.events", EVENTS.formatted(2));
        OomKills counter = find().orElseThrow();

        assertThat(counter.proof()).isEmpty();
        Files.delete(counter.file());
        assertThat(counter.proof()).isEmpty();
    }

    private Optional<OomKills> find() {
        return OomKills.of(root, 17);
    }

    private void groups(String lines) throws IOException {
        write("proc/17/cgroup", lines);
    }

    private void write(String path, String content) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }
}
