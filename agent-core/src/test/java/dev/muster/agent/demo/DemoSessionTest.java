package dev.muster.agent.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.command.AgentCommand.Stop;
import dev.muster.agent.command.Aim;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.Phase;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.session.AgentSnapshot;
import dev.muster.agent.session.RunHearer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;

class DemoSessionTest {
    private final DemoSession session = DemoSession.open(1, InstantSource.system());
    private final List<AgentSnapshot> seen = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        session.close();
    }

    @Test
    void the_demo_says_that_nothing_is_real() {
        assertThat(session.simulated()).isTrue();
        assertThat(session.title()).isEqualTo("Simulated");
    }

    @Test
    void a_watcher_is_told_at_once_and_after_every_change() {
        session.watch(seen::add);
        await().until(() -> !seen.isEmpty());
        var run = seen.getLast().runs().getLast();

        var outcome =
                session.send(new Stop(Aim.at(run), Duration.ZERO)).toCompletableFuture().join();

        assertThat(outcome).isInstanceOf(CommandOutcome.Accepted.class);
        await().until(() -> seen.getLast().runs().getLast().phase() == Phase.ENDED);
    }

    @Test
    void who_comes_late_hears_the_past_of_a_run_and_what_follows() {
        session.watch(seen::add);
        await().until(() -> !seen.isEmpty());
        var run = seen.getLast().runs().getLast();
        var heard = new Heard();
        session.hear(run.run(), heard);
        await().until(() -> heard.seqs.size() >= run.seq());

        session.send(new Stop(Aim.at(run), Duration.ZERO)).toCompletableFuture().join();

        await().until(() -> heard.over);
        assertThat(heard.seqs)
                .isEqualTo(LongStream.rangeClosed(1, heard.seqs.size()).boxed().toList());
    }

    @Test
    void a_run_that_never_was_is_told_to_be_absent() {
        var heard = new Heard();

        session.hear(new RunId("nobody"), heard);

        await().until(() -> heard.absent);
    }

    /** What was heard of a run. */
    private static final class Heard implements RunHearer {
        private final List<Long> seqs = new CopyOnWriteArrayList<>();
        private volatile boolean over;
        private volatile boolean absent;

        @Override
        public void happened(NumberedEvent event, JobSnapshot now) {
            seqs.add(event.seq());
            over = now.end().isPresent();
        }

        @Override
        public void absent() {
            absent = true;
        }
    }

    @Test
    void a_log_of_a_worker_that_never_was_is_refused_in_a_sentence() {
        assertThatThrownBy(
                        () ->
                                session.openLog(
                                        new RunId("nobody"), 0, new LocalRank(0), LogStream.STDOUT))
                .isInstanceOf(IOException.class)
                .hasMessage("rank 0 was not started in this attempt of nobody");
    }
}
