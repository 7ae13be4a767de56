package dev.muster.agent.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.Hushed;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

class FileGrowthTest {
    @TempDir private Path folder;

    private final FileGrowth growth = FileGrowth.start();
    private Path file;

    @BeforeEach
    void anEmptyFile() throws IOException {
        file = Files.createFile(folder.resolve("stdout.log"));
    }

    @AfterEach
    void noMoreNotifications() {
        growth.close();
    }

    @Test
    void growth_is_told() throws IOException, InterruptedException {
        var told = new Semaphore(0);
        try (var _ = growth.listen(file, told::release)) {
            grow(file);

            awaitCall(told);
        }
    }

    /** Looking once a second alone could not tell fifty growths, one after the other, this soon. */
    @Test
    void the_kernel_tells_and_nobody_waits_for_the_next_look()
            throws IOException, InterruptedException {
        var told = new Semaphore(0);
        long start = System.nanoTime();
        try (var _ = growth.listen(file, told::release)) {
            for (int i = 0; i < 50; i++) {
                told.drainPermits();
                grow(file);
                awaitCall(told);
            }
        }

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(25));
    }

    @Test
    void where_the_kernel_tells_nothing_files_are_looked_at_all_the_same()
            throws IOException, InterruptedException {
        var told = new Semaphore(0);
        try (var _ = growth.listen(file, told::release)) {
            awaitCall(told);
        }
    }

    @Test
    void where_there_is_no_notification_to_be_had_files_are_looked_at_all_the_same()
            throws IOException, InterruptedException {
        var told = new Semaphore(0);
        try (var looking = FileGrowth.start(Optional.empty());
                var _ = looking.listen(file, told::release)) {
            awaitCall(told);
        }
    }

    @Test
    void growth_of_another_file_in_the_same_folder_is_told_to_its_own_listeners()
            throws IOException, InterruptedException {
        Path other = Files.createFile(folder.resolve("stderr.log"));
        var told = new Semaphore(0);
        try (var _ = growth.listen(file, () -> {});
                var _ = growth.listen(other, told::release)) {
            grow(other);

            awaitCall(told);
        }
    }

    @Test
    void a_listener_that_throws_does_not_keep_the_others_from_hearing()
            throws IOException, InterruptedException {
        var told = new Semaphore(0);
        try (var _ = Hushed.of(FileGrowth.class);
                var _ =
                        growth.listen(
                                file,
                                () -> {
                                    throw new IllegalStateException("meant to break");
                                });
                var _ = growth.listen(file, told::release)) {
            grow(file);
            awaitCall(told);
            grow(file);
            awaitCall(told);
        }
    }

    @Test
    void once_closed_a_listener_is_told_nothing_not_even_of_the_growth_at_hand()
            throws IOException, InterruptedException {
        var toldTooLate = new AtomicInteger();
        var told = new Semaphore(0);
        var second = new AtomicReference<Growth.Listening>(() -> {});
        try (var _ = growth.listen(file, () -> second.get().close());
                var _ = growth.listen(file, told::release)) {
            second.set(growth.listen(file, toldTooLate::incrementAndGet));

            grow(file);
            awaitCall(told);
            grow(file);
            awaitCall(told);
        }

        assertThat(toldTooLate).hasValue(0);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_folder_is_watched_as_long_as_somebody_listens_to_a_file_in_it() throws IOException {
        var first = growth.listen(file, () -> {});
        var second = growth.listen(folder.resolve("stderr.log"), () -> {});
        assertThat(isWatchedByTheKernel(folder)).isTrue();

        first.close();
        assertThat(isWatchedByTheKernel(folder)).isTrue();

        second.close();
        await().atMost(20, TimeUnit.SECONDS).until(() -> !isWatchedByTheKernel(folder));
    }

    @Test
    void a_folder_can_be_listened_to_again_after_its_watch_was_dropped()
            throws IOException, InterruptedException {
        growth.listen(file, () -> {}).close();
        var told = new Semaphore(0);
        try (var _ = growth.listen(file, told::release)) {
            grow(file);

            awaitCall(told);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_file_that_is_written_to_very_fast_is_looked_at_instead_and_no_growth_goes_untold()
            throws IOException, InterruptedException {
        var told = new Semaphore(0);
        try (var writer = Files.newOutputStream(file, StandardOpenOption.APPEND);
                var _ = growth.listen(file, told::release)) {
            await().atMost(20, TimeUnit.SECONDS)
                    .until(
                            () -> {
                                for (int i = 0; i < 2_000; i++) writer.write('x');
                                return !isWatchedByTheKernel(folder);
                            });
            for (int i = 0; i < 5; i++) {
                told.drainPermits();
                writer.write('x');
                awaitCall(told);
            }

            await().atMost(20, TimeUnit.SECONDS).until(() -> isWatchedByTheKernel(folder));
            told.drainPermits();
            writer.write('x');
            awaitCall(told);
        }
    }

    private static void awaitCall(Semaphore told) throws InterruptedException {
        assertThat(told.tryAcquire(20, TimeUnit.SECONDS)).as("told of the growth").isTrue();
    }

    private static void grow(Path file) throws IOException {
        Files.writeString(file, "step\n", StandardOpenOption.APPEND);
    }

    /** By inode, as this process's own notification descriptors have it. */
    private static boolean isWatchedByTheKernel(Path folder) throws IOException {
        long number = (Long) Files.getAttribute(folder, "unix:ino");
        String inode = " ino:%x ".formatted(number);
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fdinfo"))) {
            return descriptors.anyMatch(descriptor -> mentions(descriptor, inode));
        }
    }

    private static boolean mentions(Path descriptor, String inode) {
        try {
            return Files.readAllLines(descriptor).stream()
                    .anyMatch(line -> line.startsWith("inotify ") && line.contains(inode));
        } catch (IOException _) {
            return false; // closed meanwhile
        }
    }
}
