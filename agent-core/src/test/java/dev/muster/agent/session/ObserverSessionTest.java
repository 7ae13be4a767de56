package dev.muster.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.Aim;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.Phase;
import dev.muster.agent.event.RendezvousEvent;
import dev.muster.agent.event.RendezvousView;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SampleSpec;
import dev.muster.store.StoreClient;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.LongStream;

@Timeout(120)
class ObserverSessionTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String JOB = "a job";

    private StoreServer server = StoreServer.open(StoreServerConfig.DEFAULT);
    private final ObserverSession session =
            ObserverSession.open(
                    new ObservedJob("127.0.0.1", server.address().getPort(), JOB),
                    InstantSource.system());
    private final AtomicReference<AgentSnapshot> latest = new AtomicReference<>();

    @BeforeEach
    void watch() {
        session.watch(latest::set);
    }

    @AfterEach
    void end() {
        session.close();
        server.close();
    }

    @Test
    void an_onlooker_says_whose_store_it_watches_and_that_nobody_has_come() {
        awaitJob(job -> job.because().equals("nobody has come yet"));

        assertThat(session.title()).isEqualTo("Store 127.0.0.1:" + server.address().getPort());
        assertThat(session.simulated()).isFalse();
        assertThat(job().run().value()).isEqualTo("a-job");
        assertThat(job().phase()).isEqualTo(Phase.GATHERING);
    }

    @Test
    void an_onlooker_starts_nothing_and_takes_no_command() {
        var launched = session.launch(SampleSpec.ofScript().build()).toCompletableFuture();
        var sent = session.send(new AgentCommand.ForceStop(Aim.at(job()))).toCompletableFuture();

        assertThat(launched).isCompletedExceptionally();
        assertThat(sent.join())
                .isInstanceOfSatisfying(
                        CommandOutcome.Refused.class,
                        refused -> assertThat(refused.because()).contains("only watches"));
        assertThatThrownBy(
                        () -> session.openLog(job().run(), 0, new LocalRank(0), LogStream.STDOUT))
                .isInstanceOf(IOException.class);
    }

    @Test
    void a_state_that_nobody_understands_is_told_and_left_alone() {
        var key = Key.of("torch.rendezvous." + JOB);
        try (var other = StoreClient.connect(server.address(), SOON)) {
            other.set(key, Value.of("nonsense"), SOON);
            awaitJob(job -> job.because().contains("cannot be used"));

            assertThat(other.get(key, SOON)).isEqualTo(Value.of("nonsense"));
        }
    }

    @Test
    void a_store_that_goes_and_comes_back_is_told_both_times() {
        awaitJob(job -> job.rendezvous().isPresent());
        int port = server.address().getPort();
        server.close();
        awaitJob(job -> !answers(job));

        server = StoreServer.open(StoreServerConfig.DEFAULT.withPort(port));
        awaitJob(ObserverSessionTest::answers);
    }

    @Test
    void what_happens_is_heard_event_by_event_and_by_those_who_come_late_from_the_first() {
        var early = new HeardEvents();
        var late = new HeardEvents();
        try (var _ = session.hear(job().run(), early)) {
            awaitJob(job -> job.rendezvous().isPresent());
            server.close();
            awaitJob(job -> !answers(job));

            try (var _ = session.hear(job().run(), late)) {
                await().atMost(LONG).until(() -> late.events.size() == early.events.size());
            }
        }

        assertThat(early.events).isEqualTo(late.events);
        assertThat(early.events)
                .extracting(NumberedEvent::seq)
                .isEqualTo(LongStream.rangeClosed(1, early.events.size()).boxed().toList());
        assertThat(early.events.getLast().event())
                .isInstanceOf(RendezvousEvent.MeetingPlaceHeard.class);
    }

    @Test
    void of_another_run_it_knows_nothing() {
        var heard = new HeardEvents();

        try (var _ = session.hear(new RunId("another"), heard)) {
            await().atMost(LONG).until(() -> heard.absent);
        }
    }

    @Test
    void a_session_can_be_closed_twice() {
        session.close();
        session.close();
    }

    /** What was told of a run. */
    private static final class HeardEvents implements RunHearer {
        private final List<NumberedEvent> events = new CopyOnWriteArrayList<>();
        private volatile boolean absent;

        @Override
        public void happened(NumberedEvent event, JobSnapshot now) {
            events.add(event);
        }

        @Override
        public void absent() {
            absent = true;
        }
    }

    private static boolean answers(JobSnapshot job) {
        return job.rendezvous().map(RendezvousView::answers).orElse(true);
    }

    private void awaitJob(Predicate<JobSnapshot> expected) {
        await().atMost(LONG).until(() -> latest.get() != null && expected.test(job()));
    }

    private JobSnapshot job() {
        await().atMost(LONG).until(() -> latest.get() != null);
        return latest.get().runs().getFirst();
    }
}
