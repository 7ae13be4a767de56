package dev.muster.store;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** How long a fresh program waits for its store, which stands between it and its first worker. */
@Tag("proof")
class OpeningTimeTest {
    private static final int RUNS = 11;
    private static final Path FIGURES = Path.of("target", "opening-time.txt");

    /** Of one fresh program, in microseconds. */
    private record Times(long untilOpen, long untilServing) {}

    /** What runs in each fresh program: prints its two times. */
    static final class Program {
        private Program() {}

        static void main() throws IOException {
            long begin = System.nanoTime();
            try (var server = StoreServer.open(StoreServerConfig.DEFAULT)) {
                long open = System.nanoTime();
                server.clear(); // returns once there is somebody to do it
                long serving = System.nanoTime();
                var times = "%d %d".formatted((open - begin) / 1_000, (serving - begin) / 1_000);
                new FileOutputStream(FileDescriptor.out).write(times.getBytes(US_ASCII));
            }
        }
    }

    @Test
    void a_fresh_program_does_not_wait_for_what_the_store_loads_behind_its_back()
            throws IOException {
        var runs = IntStream.range(0, RUNS).mapToObj(_ -> run()).toList();

        long untilOpen = median(runs, Times::untilOpen);
        long untilServing = median(runs, Times::untilServing);

        Files.writeString(
                FIGURES,
                "medians of %d: open after %d µs, serving after %d µs%n"
                        .formatted(RUNS, untilOpen, untilServing));
        assertThat(untilOpen).isLessThan(untilServing / 2);
    }

    private static long median(List<Times> runs, ToLongFunction<Times> time) {
        return runs.stream().mapToLong(time).sorted().toArray()[RUNS / 2];
    }

    private static Times run() {
        try {
            var process = ChildProgram.of(Program.class).start();
            var said = new String(process.getInputStream().readAllBytes(), US_ASCII).split(" ");
            return new Times(Long.parseLong(said[0]), Long.parseLong(said[1]));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start it", e);
        }
    }
}
