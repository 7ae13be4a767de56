package dev.muster.agent.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.event.GpuUsage;
import dev.muster.agent.event.WorkerUsage;
import dev.muster.agent.job.Rank;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Real processes, measured. */
@Timeout(120)
class UsageMeterTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Rank RANK = new Rank(3);

    private final UsageMeter meter = new UsageMeter();
    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endAll() {
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Test
    void a_worker_that_computes_uses_a_core_and_one_that_sleeps_none() throws IOException {
        Rank idle = new Rank(4);
        var workers = Map.of(RANK, start("while :; do :; done"), idle, start("exec sleep 600"));
        meter.measure(workers, Map.of());

        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(300))
                .untilAsserted(
                        () -> {
                            Map<Rank, WorkerUsage> usage = meter.measure(workers, Map.of());
                            assertThat(of(RANK, usage).cores()).isBetween(0.1, 1.5);
                            assertThat(of(idle, usage).cores()).isLessThan(0.05);
                        });
    }

    @Test
    void what_a_worker_starts_counts_as_the_workers_wherever_it_goes() {
        long pid =
                start(
                        "sleep 600 & (sleep 600 & sleep 600) & setsid sleep 600 &"
                                + " while :; do sleep 1; done");

        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> {
                            WorkerUsage usage = measure(pid);
                            assertThat(usage.processes()).isGreaterThanOrEqualTo(6);
                            assertThat(usage.threads()).isGreaterThanOrEqualTo(6);
                        });
    }

    @Test
    void memory_that_is_in_use_is_counted_in_bytes() {
        long pid = start("x=$(head -c 80000000 /dev/zero | tr '\\0' x); sleep 600");

        await().atMost(PATIENCE)
                .untilAsserted(
                        () ->
                                assertThat(measure(pid).residentBytes())
                                        .isBetween(60_000_000L, 400_000_000L));
    }

    @Test
    void the_gpus_of_all_processes_of_a_worker_add_up() throws IOException {
        long pid = start("exec sleep 600");
        var gpus = Map.of(pid, new GpuUsage(500, OptionalInt.of(90)));

        WorkerUsage usage = of(RANK, meter.measure(Map.of(RANK, pid), gpus));

        assertThat(usage.gpu()).contains(new GpuUsage(500, OptionalInt.of(90)));
        assertThat(
                        UsageMeter.sum(
                                new GpuUsage(1, OptionalInt.empty()),
                                new GpuUsage(2, OptionalInt.of(0))))
                .isEqualTo(new GpuUsage(3, OptionalInt.of(0)));
    }

    @Test
    void a_worker_that_is_gone_is_not_measured() throws IOException, InterruptedException {
        long pid = start("exit 0");
        started.getFirst().waitFor();

        assertThat(meter.measure(Map.of(RANK, pid), Map.of())).isEmpty();
    }

    @Test
    void a_name_with_brackets_and_blanks_does_not_shift_the_figures() {
        var times =
                ProcessTimes.parse(
                        17,
                        "17 (a) b) S 1 17 16 0 -1 4194304 9 0 0 0 120 30 0 0 20 0 5 0 999 8192000"
                                + " 2000 18446744073709551615");

        assertThat(times).isEqualTo(new ProcessTimes(17, 1, 16, 150, 5, 999, 2000));
    }

    @Test
    @Tag("proof")
    void sixty_four_workers_with_two_children_each_are_measured_in_little_time(
            TestReporter reporter) throws IOException {
        var workers = new HashMap<Rank, Long>();
        for (int rank = 0; rank < 64; rank++) {
            workers.put(new Rank(rank), start("sleep 600 & sleep 600 & wait"));
        }
        for (int warmUp = 0; warmUp < 20; warmUp++) meter.measure(workers, Map.of());

        int rounds = 20;
        long start = System.nanoTime();
        for (int round = 0; round < rounds; round++) meter.measure(workers, Map.of());
        Duration each = Duration.ofNanos((System.nanoTime() - start) / rounds);

        reporter.publishEntry("one measurement of 64 workers", each.toMillis() + " ms");
        assertThat(each).isLessThan(Duration.ofMillis(200));
    }

    private WorkerUsage measure(long pid) throws IOException {
        return of(RANK, meter.measure(Map.of(RANK, pid), Map.of()));
    }

    private static WorkerUsage of(Rank rank, Map<Rank, WorkerUsage> usage) {
        return Optional.ofNullable(usage.get(rank)).orElseThrow();
    }

    private long start(String script) {
        try {
            Process process =
                    new ProcessBuilder("setsid", "/bin/sh", "-c", script)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            started.add(process);
            return process.pid();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
