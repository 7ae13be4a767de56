package dev.muster.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.AgentException;
import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.Aim;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.Phase;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.event.WorkerCondition;
import dev.muster.agent.event.WorkerCondition.Running;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.StopTerms;
import dev.muster.agent.job.WorkerDevices;
import dev.muster.agent.job.WorkerStreams;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/** What every session of an agent on this machine does, with workers written in shell. */
@Timeout(120)
abstract class AgentSessionContract {
    private static final Signal USR1 = new Signal(10);
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final AtomicBoolean overlaps = new AtomicBoolean();
    @TempDir private Path folder;
    private AgentSession session;
    private volatile AgentSnapshot latest = new AgentSnapshot("", List.of());

    /** A session over a new agent with these folders, and with this environment for its workers. */
    abstract AgentSession open(MusterHome home, Map<String, String> environment);

    /** Ends the agent too. */
    abstract void close(AgentSession opened);

    @BeforeEach
    final void open() {
        var home = new MusterHome(folder.resolve("state"), folder.resolve("config"));
        session = open(home, Map.of("PATH", "/usr/bin:/bin", "HOME", folder.toString()));
        watch(session);
    }

    /** What {@link #awaitRun} sees comes from this one from now on. */
    final void watch(AgentSession watched) {
        var listening = new AtomicBoolean();
        watched.watch(
                snapshot -> {
                    overlaps.compareAndSet(false, !listening.compareAndSet(false, true));
                    latest = snapshot;
                    listening.set(false);
                });
    }

    @AfterEach
    final void close() {
        close(session);
        assertThat(overlaps).as("calls of one listener overlapped").isFalse();
    }

    final AgentSession session() {
        return session;
    }

    final Path folder() {
        return folder;
    }

    @Test
    void the_store_of_a_run_that_works_can_be_looked_into_and_of_no_other() {
        RunId run = launch(1, 0, "sleep 600");
        awaitRun(run, snapshot -> snapshot.phase() == Phase.RUNNING);

        var store = session().store(run).toCompletableFuture().join();
        var nobodys = session().store(new RunId("nobody")).toCompletableFuture();

        assertThat(awaitRun(run, _ -> true).storeAddress()).contains(store.address());
        assertThatThrownBy(nobodys::join).hasCauseInstanceOf(AgentException.class);
    }

    @Test
    void a_run_that_fails_once_is_restarted_and_succeeds() throws IOException {
        RunId run =
                launch(
                        2,
                        1,
                        "echo attempt $TORCHELASTIC_RESTART_COUNT of rank $RANK;"
                                + " [ $RANK$TORCHELASTIC_RESTART_COUNT != 10 ] || exit 3");

        JobSnapshot ended = awaitRun(run, snapshot -> snapshot.phase() == Phase.ENDED);

        assertThat(ended.end().orElseThrow().outcome()).isEqualTo(Outcome.SUCCEEDED);
        assertThat(ended.attempts()).hasSize(2);
        assertThat(ended.restartCount()).isEqualTo(1);
        assertThat(ended.attempts().getLast().because())
                .isEqualTo("rank 1 failed with exit code 3; restart 1 of 1");
        assertThat(log(run, 0, 1)).isEqualTo("attempt 0 of rank 1\n");
        assertThat(log(run, 1, 1)).isEqualTo("attempt 1 of rank 1\n");
    }

    @Test
    void the_workers_store_keeps_its_address_from_attempt_to_attempt() throws IOException {
        RunId run =
                launch(1, 1, "echo $MASTER_ADDR:$MASTER_PORT; [ $TORCHELASTIC_RESTART_COUNT = 1 ]");

        JobSnapshot ended = awaitRun(run, snapshot -> snapshot.phase() == Phase.ENDED);

        String address = ended.storeAddress().orElseThrow() + "\n";
        assertThat(log(run, 0, 0)).isEqualTo(address);
        assertThat(log(run, 1, 0)).isEqualTo(address);
    }

    @Test
    void a_run_is_heard_from_its_first_event_on_by_whoever_comes_late_and_without_a_gap() {
        RunId run = launch(2, 0, "while [ ! -e enough ]; do sleep 0.1; done");
        awaitRun(run, now -> now.phase() == Phase.RUNNING);

        var heard = new Heard();
        try (var _ = session().hear(run, heard)) {
            await().until(
                            () ->
                                    heard.last()
                                            .filter(now -> now.phase() == Phase.RUNNING)
                                            .isPresent());
            send(new AgentCommand.Stop(new Aim(run, 0), GRACE));
            await().until(() -> heard.last().flatMap(JobSnapshot::end).isPresent());
        }

        assertThat(heard.seqs)
                .isEqualTo(LongStream.rangeClosed(1, heard.seqs.size()).boxed().toList());
        assertThat(heard.last()).contains(awaitRun(run, now -> now.end().isPresent()));
    }

    @Test
    void of_a_run_that_is_over_all_is_heard() {
        RunId run = launch(1, 0, "true");
        JobSnapshot ended = awaitRun(run, now -> now.end().isPresent());

        var heard = new Heard();
        try (var _ = session().hear(run, heard)) {
            await().until(() -> heard.seqs.size() == ended.seq());
        }

        assertThat(heard.last()).contains(ended);
    }

    @ParameterizedTest(name = "{0} events left")
    @ValueSource(ints = {0, 2})
    void of_a_run_whose_journal_was_torn_off_the_end_is_heard_all_the_same(int left)
            throws IOException {
        RunId run = launch(1, 0, "true");
        JobSnapshot ended = awaitRun(run, now -> now.end().isPresent());
        Path journal = folder.resolve("state/runs").resolve(run.value()).resolve("events.jsonl");
        Files.write(journal, Files.readAllLines(journal).subList(0, left));

        var heard = new Heard();
        try (var _ = session().hear(run, heard)) {
            await().until(() -> heard.last().flatMap(JobSnapshot::end).isPresent());
        }

        assertThat(heard.last().flatMap(JobSnapshot::end)).isEqualTo(ended.end());
        assertThat(heard.seqs).startsWith(1L).endsWith(ended.seq()).hasSize(Math.max(1, left) + 2);
    }

    @Test
    void a_run_is_started_again_with_the_values_of_its_variables() throws IOException {
        JobSpec spec = spec(1, 0, "echo $TOKEN", 0).inEnvironment(Map.of("TOKEN", "t-1"));
        RunId run = session().launch(spec).toCompletableFuture().join();
        JobSnapshot first = awaitRun(run, now -> now.end().isPresent());

        RunId again = session().launchAgain(first).toCompletableFuture().join();
        awaitRun(again, now -> now.end().isPresent());

        assertThat(log(again, 0, 0)).isEqualTo("t-1\n");
    }

    @Test
    void nothing_that_nobody_knows_is_started_again() throws IOException {
        RunId run = launch(1, 0, "true");
        JobSnapshot ended = awaitRun(run, now -> now.end().isPresent());
        Files.delete(folder.resolve("state/runs").resolve(run.value()).resolve("spec.json"));

        assertThatThrownBy(() -> session().launchAgain(ended).toCompletableFuture().join())
                .hasCauseInstanceOf(LaunchFailed.class)
                .hasMessageContaining("nobody knows what run %s was started with", run);
    }

    @Test
    void a_run_that_is_not_here_is_told_to_be_absent() {
        var heard = new Heard();

        try (var _ = session().hear(new RunId("nobody"), heard)) {
            await().until(() -> heard.absent);
        }

        assertThat(heard.seqs).isEmpty();
    }

    /** What was heard of a run. */
    private static final class Heard implements RunHearer {
        private final List<Long> seqs = new CopyOnWriteArrayList<>();
        private volatile Optional<JobSnapshot> last = Optional.empty();
        private volatile boolean absent;

        Optional<JobSnapshot> last() {
            return last;
        }

        @Override
        public void happened(NumberedEvent event, JobSnapshot now) {
            last = Optional.of(now);
            seqs.add(event.seq());
        }

        @Override
        public void absent() {
            absent = true;
        }
    }

    @Test
    void what_workers_use_is_told_while_they_run_and_is_no_event() {
        RunId run = launch(2, 0, "while [ ! -e enough ]; do :; done");

        RunUsage first = awaitUsage(run, 1);
        long seq = awaitRun(run, now -> now.phase() == Phase.RUNNING).seq();
        RunUsage second = awaitUsage(run, 2);

        assertThat(first.byRank()).hasSize(2);
        assertThat(second.at()).isAfter(first.at());
        assertThat(awaitRun(run, _ -> true).seq()).isEqualTo(seq);
    }

    @Test
    void a_restart_on_request_costs_nothing_and_keeps_the_old_logs() throws IOException {
        RunId run = launch(1, 0, "echo started; sleep 600");
        awaitRun(run, snapshot -> snapshot.phase() == Phase.RUNNING && printed(snapshot, 0));

        var outcome = send(new AgentCommand.Restart(new Aim(run, 0)));
        JobSnapshot again =
                awaitRun(run, now -> now.attemptNumber() == 1 && now.phase() == Phase.RUNNING);

        assertThat(outcome).isInstanceOf(CommandOutcome.Accepted.class);
        assertThat(again.restartCount()).isZero();
        assertThat(log(run, 0, 0)).isEqualTo("started\n");
    }

    @Test
    void a_stop_ends_every_worker_and_says_who_asked() {
        RunId run = launch(3, 2, "sleep 600");
        awaitRun(run, snapshot -> snapshot.phase() == Phase.RUNNING);

        send(new AgentCommand.Stop(new Aim(run, 0), GRACE));
        JobSnapshot ended = awaitRun(run, snapshot -> snapshot.phase() == Phase.ENDED);

        assertThat(ended.end().orElseThrow().outcome()).isEqualTo(Outcome.STOPPED);
        assertThat(ended.because()).startsWith("stopped by ").isNotEqualTo("stopped by ");
        assertThat(ended.workers())
                .allMatch(worker -> worker.condition() instanceof WorkerCondition.Ended);
    }

    @Test
    void a_command_for_an_attempt_that_is_past_is_refused() {
        RunId run = launch(1, 1, "[ $TORCHELASTIC_RESTART_COUNT = 1 ] && sleep 600; exit 1");
        awaitRun(run, now -> now.attemptNumber() == 1 && now.phase() == Phase.RUNNING);

        var outcome = send(new AgentCommand.Stop(new Aim(run, 0), GRACE));

        assertThat(outcome)
                .isEqualTo(
                        new CommandOutcome.Refused(
                                "it was meant for attempt 0, and attempt 1 is under way"));
    }

    @Test
    void a_command_for_a_run_that_is_not_here_is_refused() {
        var outcome = send(new AgentCommand.Restart(new Aim(new RunId("nobody"), 0)));

        assertThat(outcome).isInstanceOf(CommandOutcome.Refused.class);
        assertThat(outcome.because()).startsWith("there is no run nobody");
    }

    @Test
    void a_port_that_is_taken_refuses_the_run_and_leaves_nothing_behind() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            int port = taken.getLocalPort();

            assertThatThrownBy(
                            () ->
                                    session.launch(spec(1, 0, "true", port))
                                            .toCompletableFuture()
                                            .join())
                    .hasCauseInstanceOf(LaunchFailed.class)
                    .hasMessageContaining(Integer.toString(port));
            assertThat(folder.resolve("state/runs")).doesNotExist();
        }
    }

    @Test
    void a_log_of_nobody_is_an_error_that_says_whose() {
        RunId run = launch(1, 0, "true");
        awaitRun(run, snapshot -> snapshot.phase() == Phase.ENDED);

        assertThatThrownBy(() -> session.openLog(run, 7, new LocalRank(0), LogStream.STDOUT))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("no local rank 0 in attempt 7");
    }

    @Test
    void one_worker_gets_a_signal_and_what_it_does_then_is_its_own() throws IOException {
        RunId run =
                launch(
                        2,
                        0,
                        "trap 'echo heard; exit 0' USR1; echo up; while :; do sleep 0.1; done");
        awaitRun(run, now -> printed(now, 0) && now.phase() == Phase.RUNNING);

        var accepted = send(new AgentCommand.SignalWorker(new Aim(run, 0), new LocalRank(0), USR1));
        JobSnapshot oneIsDone = awaitRun(run, AgentSessionContract::firstIsDone);
        var refused = send(new AgentCommand.SignalWorker(new Aim(run, 0), new LocalRank(0), USR1));

        assertThat(accepted).isEqualTo(new CommandOutcome.Accepted("rank 0 gets SIGUSR1"));
        assertThat(log(run, 0, 0)).isEqualTo("up\nheard\n");
        assertThat(oneIsDone.workers().get(1).condition()).isInstanceOf(Running.class);
        assertThat(refused).isEqualTo(new CommandOutcome.Refused("rank 0 is not running"));
    }

    @Test
    void the_nodes_of_a_job_of_one_are_not_scaled() {
        RunId run = launch(1, 0, "sleep 600");

        var outcome = send(new AgentCommand.Scale(new Aim(run, 0), 1, 2));

        assertThat(outcome)
                .isEqualTo(
                        new CommandOutcome.Refused(
                                "this job has one node and no place where others could meet it;"
                                        + " start it with --nnodes 1:2 --rdzv-backend c10d for"
                                        + " that"));
    }

    private static boolean firstIsDone(JobSnapshot now) {
        return now.workers().getFirst().condition() instanceof WorkerCondition.Ended;
    }

    @Test
    void a_run_is_shown_once_its_launch_is_done() {
        RunId run = launch(1, 0, "sleep 600");

        assertThat(latest.runs()).extracting(JobSnapshot::run).contains(run);
    }

    @Test
    void a_log_is_read_from_anywhere_and_tells_of_its_growth()
            throws IOException, InterruptedException {
        Path more = folder.resolve("more");
        RunId run =
                launch(
                        1,
                        0,
                        "printf 0123456789; while [ ! -e %s ]; do sleep 0.1; done; printf abc; sleep 600"
                                .formatted(more));
        awaitRun(run, now -> now.phase() == Phase.RUNNING && printed(now, 0));
        var grown = new Semaphore(0);

        try (var log = session.openLog(run, 0, new LocalRank(0), LogStream.STDOUT);
                var _ = log.onGrowth(grown::release)) {
            await().atMost(60, TimeUnit.SECONDS).until(() -> log.size() == 10);
            var middle = ByteBuffer.allocate(3);
            log.read(4, middle);
            int pastTheEnd = log.read(10, ByteBuffer.allocate(5));
            Files.createFile(more);
            assertThat(grown.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
            await().atMost(60, TimeUnit.SECONDS).until(() -> log.size() == 13);

            assertThat(new String(middle.array(), StandardCharsets.US_ASCII)).isEqualTo("456");
            assertThat(pastTheEnd).isZero();
            assertThat(log(run, 0, 0)).isEqualTo("0123456789abc");
        }
    }

    @Test
    void whoever_watches_late_is_handed_what_is_there() throws InterruptedException {
        RunId run = launch(1, 0, "true");
        awaitRun(run, snapshot -> snapshot.phase() == Phase.ENDED);
        var first = new LinkedBlockingQueue<AgentSnapshot>();

        try (var _ = session.watch(first::add)) {
            AgentSnapshot handed = first.poll(60, TimeUnit.SECONDS);

            assertThat(handed).isNotNull();
            assertThat(handed.runs()).extracting(JobSnapshot::run).containsExactly(run);
        }
    }

    private boolean printed(JobSnapshot snapshot, int attempt) {
        try {
            return !log(snapshot.run(), attempt, 0).isEmpty();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    final String log(RunId run, int attempt, int localRank) throws IOException {
        try (var log = session.openLog(run, attempt, new LocalRank(localRank), LogStream.STDOUT)) {
            var bytes = ByteBuffer.allocate((int) log.size());
            while (bytes.hasRemaining() && log.read(bytes.position(), bytes) > 0) {
                // until all of it is here
            }
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
        }
    }

    private RunUsage awaitUsage(RunId run, int measurements) {
        return await().atMost(60, TimeUnit.SECONDS)
                .until(
                        () ->
                                Optional.ofNullable(latest.usage().get(run))
                                        .filter(usage -> usage.past().size() >= measurements),
                        Optional::isPresent)
                .orElseThrow();
    }

    final RunId launch(int workers, int maxRestarts, String script) {
        return session.launch(spec(workers, maxRestarts, script, 0)).toCompletableFuture().join();
    }

    final CommandOutcome send(AgentCommand command) {
        return session.send(command).toCompletableFuture().join();
    }

    final JobSnapshot awaitRun(RunId run, Predicate<JobSnapshot> condition) {
        return await().atMost(60, TimeUnit.SECONDS)
                .until(
                        () ->
                                latest.runs().stream()
                                        .filter(now -> now.run().equals(run))
                                        .filter(condition)
                                        .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    private JobSpec spec(int workers, int maxRestarts, String script, int port) {
        return new JobSpec(
                new Entrypoint.Program("/bin/sh"),
                Optional.empty(),
                List.of("-c", script.replace("$", "$$")),
                workers,
                maxRestarts,
                "default",
                Optional.empty(),
                Optional.empty(),
                folder,
                Map.of(),
                WorkerDevices.ALL,
                WorkerStreams.PLAIN,
                port == 0 ? Optional.empty() : Optional.of(port),
                new StopTerms(GRACE));
    }
}
