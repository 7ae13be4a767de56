package dev.muster.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.diagnose.DiskSpace;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

class DiskWatchTest {
    private static final long GIB = 1L << 30;

    private final VirtualTime time = new VirtualTime();
    private final List<String> said = new ArrayList<>();
    private final Deque<Runnable> blocking = new ArrayDeque<>();
    private Optional<DiskSpace> disk = Optional.of(new DiskSpace(100 * GIB, 60 * GIB));
    private final DiskWatch watch =
            new DiskWatch(
                    Path.of("/logs"),
                    this::measure,
                    blocking::add,
                    Runnable::run,
                    time,
                    time,
                    said::add);

    @BeforeEach
    void watching() {
        watch.begin();
    }

    @Test
    @DisplayName("row 19: a disk that is nearly full is told of within two seconds, and once")
    void a_disk_that_is_nearly_full_is_told_of_once() {
        free(6 * GIB);
        pass(10);
        assertThat(said).isEmpty();

        free(4 * GIB + GIB / 2);
        pass(2);
        free(4 * GIB);
        pass(600);

        assertThat(said)
                .containsExactly(
                        "the disk of /logs is nearly full: 4.5 GiB of 100.0 GiB are free; workers"
                                + " that print to it fail when it is full");
    }

    @Test
    @DisplayName("row 19: a disk that has room again is told of, and not at the first byte")
    void a_disk_that_has_room_again_is_told_of() {
        free(4 * GIB);
        pass(2);
        free(6 * GIB);
        pass(2);
        free(4 * GIB);
        pass(2);
        assertThat(said).hasSize(1);

        free(7 * GIB);
        pass(2);
        free(4 * GIB);
        pass(2);

        assertThat(said).hasSize(3).contains("the disk of /logs has room again: 7.0 GiB are free");
    }

    @ParameterizedTest(name = "row 19: {1} MiB of {0} MiB free are little: {2}")
    @CsvSource({
        "1048576, 52430, false",
        "1048576, 52428, true",
        "20480, 2048, false",
        "20480, 2047, true",
        "1024, 512, false",
        "1024, 511, true",
    })
    void little_is_less_than_5_percent_or_2_gib(long total, long free, boolean little) {
        assertThat(new DiskSpace(total << 20, free << 20).isLow()).isEqualTo(little);
    }

    @Test
    @DisplayName("row 20: a disk that does not answer is told of, once, and nobody waits for it")
    void a_disk_that_does_not_answer_is_told_of() {
        time.pass(DiskWatch.INTERVAL);
        time.pass(Duration.ofSeconds(60));
        assertThat(said)
                .containsExactly(
                        "the disk of /logs has not answered for 5 s; workers that print to it wait"
                                + " for it");
        assertThat(blocking).hasSize(1);

        blocking.remove().run();

        assertThat(said).hasSize(2).contains("the disk of /logs answers again");
    }

    @Test
    @DisplayName("row 20: a log folder that is gone is nothing to go down with")
    void a_folder_that_is_gone_is_asked_again_later() {
        disk = Optional.empty();
        pass(10);
        assertThat(said).isEmpty();

        free(GIB);
        pass(2);

        assertThat(said).hasSize(1);
    }

    @Test
    void once_closed_it_says_nothing_more() {
        time.pass(DiskWatch.INTERVAL);
        free(GIB);

        watch.close();
        pass(60);

        assertThat(said).isEmpty();
    }

    private DiskSpace measure(Path folder) throws IOException {
        return disk.orElseThrow(() -> new NoSuchFileException(folder.toString()));
    }

    private void free(long bytes) {
        disk = Optional.of(new DiskSpace(100 * GIB, bytes));
    }

    private void pass(int seconds) {
        for (int i = 0; i < seconds; i++) {
            time.pass(Duration.ofSeconds(1));
            while (!blocking.isEmpty()) blocking.remove().run();
        }
    }
}
