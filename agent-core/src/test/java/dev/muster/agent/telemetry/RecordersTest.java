package dev.muster.agent.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.AgentEvent.AttemptEnded;
import dev.muster.agent.event.AgentEvent.AttemptStarted;
import dev.muster.agent.event.AgentEvent.RunAccepted;
import dev.muster.agent.event.AgentEvent.RunEnded;
import dev.muster.agent.event.AgentEvent.StopStarted;
import dev.muster.agent.event.AgentEvent.TimerExpired;
import dev.muster.agent.event.AgentEvent.TimersWatched;
import dev.muster.agent.event.AgentEvent.WorkerExited;
import dev.muster.agent.event.AgentEvent.WorkerStarted;
import dev.muster.agent.event.AgentEvent.WorkerStuck;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.RendezvousEvent.NodesSeen;
import dev.muster.agent.event.RendezvousEvent.RoundJoined;
import dev.muster.agent.event.RendezvousEvent.RoundSought;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Placement;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerFiles;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** What is read out of a run's events, second by second. */
class RecordersTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final WorkerFiles FILES =
            new WorkerFiles(Path.of("/gone/out"), Path.of("/gone/err"), Path.of("/gone/error"));
    private static final WorkerExit DONE = new WorkerExit.Succeeded();

    private final List<String> metrics = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private final List<RdzvEvent> rendezvous = new ArrayList<>();

    @Test
    void a_run_that_succeeds_after_a_restart_is_measured_as_such() {
        tell(
                alone(3),
                new AttemptStarted(at(1), 0, 0, 1, "first start"),
                new WorkerStarted(at(2), new Rank(0), new LocalRank(0), 11, FILES),
                new WorkerExited(at(5), new Rank(0), new WorkerExit.Failed(1)),
                new StopStarted(at(5), at(35), "rank 0 failed"),
                new AttemptEnded(at(6), 0, Optional.of(new Rank(0)), "rank 0 failed"),
                new AttemptStarted(at(6), 1, 1, 1, "restart 1 of 3"),
                new WorkerStarted(at(7), new Rank(0), new LocalRank(0), 12, FILES),
                new WorkerExited(at(9), new Rank(0), DONE),
                new AttemptEnded(at(9), 1, Optional.empty(), "the worker is done"),
                new RunEnded(at(10), Outcome.SUCCEEDED, 0, "the worker is done"));

        assertThat(metrics)
                .contains(
                        "workers.default.remaining_restarts=3",
                        "workers.default.healthy=1",
                        "workers.default.failed=1",
                        "workers.default.remaining_restarts=2",
                        "workers.default.succeeded=1",
                        "workers.default.run_total=1",
                        "workers.default.run_success_with_retries=1",
                        "workers.default.run_success_no_retries=0",
                        "workers.default.run_failed_with_retries=0",
                        "workers.default.run_failed_no_retries=0",
                        "workers.default.flakiness=25");
        assertThat(metrics)
                .contains(
                        "SimpleElasticAgent.run.success=1",
                        "SimpleElasticAgent.run.duration.ms=10000",
                        "SimpleElasticAgent._rendezvous.success=1",
                        "SimpleElasticAgent._assign_worker_ranks.duration.ms=0",
                        "SimpleElasticAgent._initialize_workers.duration.ms=2000",
                        "SimpleElasticAgent._restart_workers.duration.ms=2000",
                        "LocalElasticAgent._start_workers.duration.ms=1000",
                        "LocalElasticAgent._stop_workers.duration.ms=1000",
                        "LocalElasticAgent._monitor_workers.success=1");
    }

    @Test
    void a_run_that_fails_at_once_is_measured_as_such() {
        tell(
                alone(0),
                new AttemptStarted(at(1), 0, 0, 1, "first start"),
                new WorkerStarted(at(2), new Rank(0), new LocalRank(0), 11, FILES),
                new WorkerExited(at(5), new Rank(0), new WorkerExit.Failed(1)),
                new AttemptEnded(at(6), 0, Optional.of(new Rank(0)), "rank 0 failed"),
                new RunEnded(at(6), Outcome.FAILED, 1, "rank 0 failed"));

        assertThat(metrics)
                .contains(
                        "SimpleElasticAgent.run.success=1",
                        "workers.default.run_failed_no_retries=1",
                        "workers.default.run_failed_with_retries=0",
                        "workers.default.run_success_no_retries=0",
                        "workers.default.flakiness=100");
    }

    @ParameterizedTest
    @CsvSource({
        "0, false, run_success_no_retries",
        "1, false, run_success_with_retries",
        "0, true, run_failed_no_retries",
        "1, true, run_failed_with_retries",
    })
    void of_the_four_ends_of_a_run_one_is_counted(int restarts, boolean fails, String counted) {
        var story = new ArrayList<AgentEvent>();
        for (int attempt = 0; attempt <= restarts; attempt++) {
            boolean last = attempt == restarts;
            WorkerExit exit = last && !fails ? DONE : new WorkerExit.Failed(1);
            story.add(new AttemptStarted(at(1), attempt, attempt, 1, "start"));
            story.add(new WorkerStarted(at(2), new Rank(0), new LocalRank(0), 11, FILES));
            story.add(new WorkerExited(at(5), new Rank(0), exit));
            story.add(new AttemptEnded(at(6), attempt, Optional.empty(), "over"));
        }
        story.add(new RunEnded(at(7), fails ? Outcome.FAILED : Outcome.SUCCEEDED, 0, "over"));

        tell(alone(1), story.toArray(AgentEvent[]::new));

        assertThat(metrics)
                .filteredOn(metric -> metric.matches("workers.default.run_(success|failed).*"))
                .hasSize(4)
                .filteredOn(metric -> metric.endsWith("=1"))
                .containsExactly("workers.default." + counted + "=1");
    }

    @Test
    void a_run_that_never_began_has_failed_to_run() {
        tell(
                among("ps"),
                new RoundSought(at(0), "first start"),
                new RunEnded(at(9), Outcome.FAILED, 1, "nobody came within 9 s"));

        assertThat(metrics).contains("SimpleElasticAgent.run.failure=1");
        assertThat(metrics).noneMatch(metric -> metric.contains("run_total"));
        assertThat(rendezvous)
                .extracting(RdzvEvent::nodeState)
                .containsExactly(NodeState.RUNNING, NodeState.FAILED);
        assertThat(rendezvous.getLast().errorTrace()).contains("nobody came within 9 s");
        assertThat(events.getLast().metadata())
                .containsEntry("state", "FAILED")
                .containsEntry("raw_error", "nobody came within 9 s")
                .containsEntry("group_rank", null);
    }

    @Test
    void workers_that_were_stopped_on_request_have_not_failed() {
        tell(
                alone(0),
                new AttemptStarted(at(1), 0, 0, 1, "first start"),
                new WorkerStarted(at(2), new Rank(0), new LocalRank(0), 11, FILES),
                new StopStarted(at(5), at(35), "stopped by SIGTERM"),
                new WorkerExited(at(6), new Rank(0), new WorkerExit.Killed(Signal.TERM, true)),
                new AttemptEnded(at(6), 0, Optional.empty(), "stopped by SIGTERM"),
                new RunEnded(at(6), Outcome.STOPPED, 143, "stopped by SIGTERM"));

        assertThat(events.subList(3, 5))
                .extracting(Event::name)
                .containsExactly(
                        "torchelastic.worker.status.TERMINATED",
                        "torchelastic.worker.status.FAILED");
        assertThat(events.getLast().metadata()).containsEntry("raw_error", "stopped by SIGTERM");
        assertThat(metrics).contains("SimpleElasticAgent.run.failure=1");
    }

    @Test
    void workers_that_are_stuck_are_measured_as_unhealthy() {
        tell(
                alone(0),
                new AttemptStarted(at(1), 0, 0, 1, "first start"),
                new WorkerStarted(at(2), new Rank(0), new LocalRank(0), 11, FILES),
                new WorkerStuck(at(40), new Rank(0), Duration.ofSeconds(30)),
                new StopStarted(at(40), at(70), "rank 0 is stuck"),
                new WorkerExited(at(72), new Rank(0), new WorkerExit.Unkillable()),
                new AttemptEnded(at(72), 0, Optional.of(new Rank(0)), "rank 0 is stuck"),
                new RunEnded(at(72), Outcome.FAILED, 1, "rank 0 is stuck"));

        assertThat(metrics)
                .filteredOn(metric -> metric.matches(".*[.](healthy|unhealthy|stopped|failed)=1"))
                .containsExactly(
                        "workers.default.healthy=1",
                        "workers.default.unhealthy=1",
                        "workers.default.failed=1");
    }

    @Test
    void a_timer_that_runs_out_is_told_as_torchs_watchdog_tells_it() {
        tell(
                alone(0),
                new AttemptStarted(at(1), 0, 0, 1, "first start"),
                new TimersWatched(at(1)),
                new WorkerStarted(at(2), new Rank(0), new LocalRank(0), 11, FILES),
                expired("told only", Optional.empty()),
                expired("train.py#10", Optional.of(Signal.KILL)),
                new WorkerExited(at(5), new Rank(0), new WorkerExit.Killed(Signal.KILL, false)),
                new AttemptEnded(at(6), 0, Optional.of(new Rank(0)), "rank 0 failed"),
                new RunEnded(at(6), Outcome.FAILED, 137, "rank 0 failed"));

        var told =
                events.stream()
                        .filter(event -> !event.name().startsWith("torchelastic.worker.status."))
                        .toList();
        assertThat(told)
                .extracting(Event::name)
                .containsExactly(
                        "watchdog started",
                        "timer expired",
                        "timer expired",
                        "kill worker process",
                        "watchdog stopped");
        assertThat(told)
                .allSatisfy(
                        event -> {
                            assertThat(event.source()).isEqualTo(EventSource.AGENT);
                            assertThat(event.metadata())
                                    .containsEntry("state", "RUNNING")
                                    .containsEntry("worker_id", null);
                        });
        assertThat(told.getFirst().metadata())
                .containsEntry("metadata", "{\"watchdog_event\": \"watchdog started\"}");
        assertThat(told.get(3).metadata())
                .containsEntry(
                        "metadata",
                        "{\"watchdog_event\": \"kill worker process\", \"worker_pid\": \"11\","
                                + " \"scope_id\": \"train.py#10\", \"expiration_time\":"
                                + " \"1795262403.5\", \"signal\": \"9\"}");
    }

    private static AgentEvent expired(String scope, Optional<Signal> signal) {
        var time = at(3).plusMillis(500);
        return new TimerExpired(at(4), new Rank(0), 11, scope, time, signal, "it ran out");
    }

    @Test
    void a_node_among_others_tells_its_round_its_ranks_and_how_long_they_took() {
        tell(
                among("ps"),
                new RoundSought(at(0), "first start"),
                new NodesSeen(at(3), 4, true, List.of(), "complete"),
                new RoundJoined(at(5), 4, new Placement(4, 5, 10, 15, 4, 9), "gpu-a:29500"),
                new AttemptStarted(at(5), 0, 0, 15, "first start"),
                new WorkerStarted(at(6), new Rank(10), new LocalRank(0), 11, FILES),
                new WorkerExited(at(7), new Rank(10), DONE),
                new AttemptEnded(at(7), 0, Optional.empty(), "done"),
                new RunEnded(at(8), Outcome.SUCCEEDED, 0, "done"));

        assertThat(events)
                .extracting(Event::name)
                .containsExactly(
                        "torchelastic.worker.status.RENDEZVOUS",
                        "torchelastic.worker.status.ASSIGN_WORKER_RANKS",
                        "torchelastic.worker.status.START",
                        "torchelastic.worker.status.SUCCEEDED",
                        "torchelastic.worker.status.SUCCEEDED");
        assertThat(events.get(0).metadata()).containsEntry("duration_ms", 3000.0);
        assertThat(events.get(1).metadata()).containsEntry("duration_ms", 2000.0);
        assertThat(events.get(2).metadata())
                .containsEntry("run_id", "job-7")
                .containsEntry("rdzv_backend", "c10d")
                .containsEntry("role", "ps")
                .containsEntry("global_rank", 10L)
                .containsEntry("group_rank", 4L)
                .containsEntry("worker_id", "11")
                .containsEntry("hostname", "gpu-b")
                .containsEntry("total_run_time", 6L)
                .containsEntry(
                        "metadata",
                        "{\"group_world_size\": 5, \"entry_point\": \"python3\","
                                + " \"local_rank\": [0], \"role_rank\": [4],"
                                + " \"role_world_size\": [9], \"exit_code\": [null],"
                                + " \"worker_pid\": [11]}");
        assertThat(rendezvous.getLast().rank()).isEqualTo(OptionalInt.of(4));
        assertThat(rendezvous.getLast().masterEndpoint()).contains("gpu-a:29500");
    }

    private void tell(JobSpec spec, AgentEvent... story) {
        var eventRecorder = new EventRecorder(line -> events.add(Event.deserialize(line)));
        var rendezvousRecorder =
                new RendezvousRecorder(line -> rendezvous.add(RdzvEvent.deserialize(line)));
        var metricRecorder =
                new MetricRecorder(data -> metrics.add(data.name() + "=" + data.value()));
        var all = new ArrayList<AgentEvent>();
        all.add(new RunAccepted(at(0), new RunId("run-1"), spec, "gpu-b", 4711));
        all.addAll(List.of(story));
        Optional<JobSnapshot> run = Optional.empty();
        for (int seq = 1; seq <= all.size(); seq++) {
            var numbered = new NumberedEvent(seq, all.get(seq - 1));
            JobSnapshot now =
                    run.map(before -> before.after(numbered))
                            .orElseGet(() -> JobSnapshot.first(numbered));
            run = Optional.of(now);
            eventRecorder.hear(numbered.event(), now);
            rendezvousRecorder.hear(numbered.event(), now);
            metricRecorder.hear(numbered.event(), now);
        }
    }

    private static JobSpec alone(int maxRestarts) {
        return SampleSpec.ofScript().workers(1).maxRestarts(maxRestarts).build();
    }

    private static JobSpec among(String role) {
        var nodes = new JobNodes(1, 5, 0, "c10d", "gpu-a:29400", Map.of(), Optional.empty());
        return SampleSpec.ofScript()
                .workers(1)
                .role(role)
                .rendezvousId("job-7")
                .nodes(nodes)
                .build();
    }

    private static Instant at(int second) {
        return NOON.plusSeconds(second);
    }
}
