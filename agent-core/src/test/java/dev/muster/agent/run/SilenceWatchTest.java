package dev.muster.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.AgentEvent.WorkerHeard;
import dev.muster.agent.event.AgentEvent.WorkerSilent;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.WorkerFiles;
import dev.muster.agent.output.GrowthOnCall;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

class SilenceWatchTest {
    private static final Rank ZERO = new Rank(0);
    private static final Rank ONE = new Rank(1);

    @TempDir private Path folder;

    private final VirtualTime time = new VirtualTime();
    private final Instant start = time.instant();
    private final GrowthOnCall growth = new GrowthOnCall();
    private final Deque<Runnable> agentThread = new ArrayDeque<>();
    private final List<AgentEvent> events = new ArrayList<>();
    private final SilenceWatch watch =
            new SilenceWatch(growth, agentThread::add, time, time, events::add);
    private WorkerFiles zero;

    @BeforeEach
    void aWorkerThatHasJustBeenStarted() throws IOException {
        zero = files("0");
        watch.watch(ZERO, zero);
    }

    @Test
    void a_worker_that_prints_nothing_for_a_minute_is_silent() {
        pass(59);
        assertThat(events).isEmpty();

        pass(1);

        assertThat(events).containsExactly(new WorkerSilent(at(60), ZERO, start));
    }

    @Test
    void the_minute_begins_anew_with_every_output() throws IOException {
        pass(50);
        print(zero.stdout());
        pass(50);
        print(zero.stderr());
        pass(59);
        assertThat(events).isEmpty();

        pass(1);

        assertThat(events).containsExactly(new WorkerSilent(at(160), ZERO, at(100)));
    }

    @ParameterizedTest(name = "row 21: a worker is heard after its file was {0}")
    @ValueSource(strings = {"renamed", "deleted", "truncated"})
    void a_worker_is_heard_whatever_became_of_its_files_name(String how) throws IOException {
        try (var worker = Files.newOutputStream(zero.stdout(), StandardOpenOption.APPEND)) {
            worker.write(new byte[100]);
            growth.tell(zero.stdout());
            switch (how) {
                case "renamed" -> Files.move(zero.stdout(), folder.resolve("moved"));
                case "deleted" -> Files.delete(zero.stdout());
                default -> Files.write(zero.stdout(), new byte[0]);
            }
            pass(50);
            worker.write(7);
            growth.tell(zero.stdout());
        }
        pass(59);
        assertThat(events).isEmpty();

        pass(1);

        assertThat(events).containsExactly(new WorkerSilent(at(110), ZERO, at(50)));
    }

    @Test
    void silence_is_told_once() {
        pass(600);

        assertThat(events).hasSize(1);
    }

    @Test
    void a_silent_worker_that_prints_is_heard_and_may_fall_silent_again() throws IOException {
        pass(60);
        pass(15);
        print(zero.stderr());
        pass(60);

        assertThat(events)
                .containsExactly(
                        new WorkerSilent(at(60), ZERO, start),
                        new WorkerHeard(at(75), ZERO),
                        new WorkerSilent(at(135), ZERO, at(75)));
    }

    @Test
    void a_notification_without_a_new_byte_is_no_output() throws IOException {
        print(zero.stdout());
        pass(30);
        growth.tell(zero.stdout());
        pass(30);

        assertThat(events).containsExactly(new WorkerSilent(at(60), ZERO, start));
    }

    @Test
    void each_worker_has_a_minute_of_its_own() throws IOException {
        WorkerFiles one = files("1");
        pass(20);
        watch.watch(ONE, one);
        pass(30);
        print(zero.stdout());
        pass(40);

        assertThat(events).containsExactly(new WorkerSilent(at(80), ONE, at(20)));
    }

    @Test
    void a_worker_that_is_gone_is_neither_silent_nor_heard() throws IOException {
        WorkerFiles one = files("1");
        watch.watch(ONE, one);
        pass(60);
        events.clear();
        append(zero.stdout());
        growth.tell(zero.stdout());
        watch.forget(ZERO);
        watch.forgetAll();
        drain();
        print(one.stdout());
        pass(600);

        assertThat(events).isEmpty();
        assertThat(growth.listeners()).isZero();
    }

    @Test
    void a_worker_that_takes_the_place_of_another_has_its_full_minute() throws IOException {
        pass(50);
        watch.watch(ZERO, files("again"));
        pass(50);
        assertThat(events).isEmpty();

        pass(10);

        assertThat(events).containsExactly(new WorkerSilent(at(110), ZERO, at(50)));
        assertThat(growth.listeners()).isEqualTo(2);
    }

    @Test
    void a_file_that_somebody_took_away_is_no_output_and_no_failure() throws IOException {
        Files.delete(zero.stdout());
        growth.tell(zero.stdout());
        pass(60);

        assertThat(events).containsExactly(new WorkerSilent(at(60), ZERO, start));
    }

    @Test
    void what_cannot_be_watched_leaves_no_listener_behind() throws IOException {
        WorkerFiles one = files("1");
        growth.refuse(one.stderr());
        int before = growth.listeners();

        assertThatThrownBy(() -> watch.watch(ONE, one)).isInstanceOf(IOException.class);

        assertThat(growth.listeners()).isEqualTo(before);
    }

    /** File notifications come on a thread of their own, so one may come just then. */
    @Test
    void an_output_in_the_very_moment_of_the_look_is_not_missed() throws IOException {
        var meanwhile = new AtomicReference<Runnable>(() -> {});
        InstantSource clock =
                () -> {
                    meanwhile.getAndSet(() -> {}).run();
                    return time.instant();
                };
        WorkerFiles one = files("1");
        new SilenceWatch(growth, agentThread::add, time, clock, events::add).watch(ONE, one);
        watch.forget(ZERO);
        append(one.stdout());
        meanwhile.set(() -> growth.tell(one.stdout()));

        pass(60);
        pass(59);

        assertThat(events).last().isNotInstanceOf(WorkerSilent.class);
    }

    private void pass(int seconds) {
        time.pass(Duration.ofSeconds(seconds));
        drain();
    }

    private void print(Path file) throws IOException {
        append(file);
        growth.tell(file);
        drain();
    }

    private static void append(Path file) throws IOException {
        Files.writeString(file, "step\n", StandardOpenOption.APPEND);
    }

    private void drain() {
        while (!agentThread.isEmpty()) agentThread.remove().run();
    }

    private WorkerFiles files(String name) throws IOException {
        Path rank = Files.createDirectory(folder.resolve(name));
        return new WorkerFiles(
                Files.createFile(rank.resolve("stdout.log")),
                Files.createFile(rank.resolve("stderr.log")),
                rank.resolve("error.json"));
    }

    private Instant at(int second) {
        return start.plusSeconds(second);
    }
}
