package dev.muster.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.control.api.ApiPath;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.Phase;
import dev.muster.agent.event.RendezvousEvent.RoundJoined;
import dev.muster.agent.event.RendezvousEvent.RoundSought;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.event.WorkerUsage;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.journal.SampleEvents;
import dev.muster.store.StoreClient;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class MetricsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir private Path folder;

    @Test
    @Needs(TestGroup.PROMTOOL)
    void prometheus_finds_nothing_to_complain_of() throws IOException, InterruptedException {
        String text;
        try (var agent = new ServedAgent(folder)) {
            RunId run = agent.launch(2, "echo up; sleep 600");
            agent.awaitRun(run, now -> now.phase() == Phase.RUNNING);
            text = RawClient.get(agent.socket(), ApiPath.METRICS).body() + ofEverything();
        }
        var check = new ProcessBuilder("promtool", "check", "metrics").redirectErrorStream(true);
        Process promtool = check.start();
        try (var in = promtool.getOutputStream()) {
            in.write(withoutRepeats(text).getBytes(StandardCharsets.UTF_8));
        }
        String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(promtool.waitFor()).as(said).isZero();
        assertThat(said).isBlank();
    }

    @Test
    void a_running_worker_has_its_state_its_memory_and_its_output() throws IOException {
        try (var agent = new ServedAgent(folder)) {
            RunId run = agent.launch(2, "echo up; sleep 600");
            agent.awaitRun(run, now -> now.phase() == Phase.RUNNING);

            var reply = RawClient.get(agent.socket(), ApiPath.METRICS);

            String of = "{run=\"%s\",rank=\"1\"".formatted(run);
            assertThat(reply.header("Content-Type")).isEqualTo(Exposition.MEDIA_TYPE);
            assertThat(reply.body())
                    .contains("# TYPE muster_worker_state gauge")
                    .contains("muster_worker_state" + of + ",state=\"running\"} 1\n")
                    .contains("muster_worker_state" + of + ",state=\"silent\"} 0\n")
                    .contains("muster_log_bytes_total" + of + ",stream=\"stdout\"}")
                    .contains("muster_log_lines_total" + of + ",stream=\"stdout\",level=\"plain\"}")
                    .contains("muster_run_phase{run=\"%s\",phase=\"running\"} 1".formatted(run))
                    .contains("muster_agent_heartbeat_age_seconds 0");
        }
    }

    @Test
    void what_the_workers_store_is_asked_for_adds_up() throws IOException {
        try (var agent = new ServedAgent(folder)) {
            RunId run = agent.launch(1, "echo $MASTER_PORT; exec sleep 600");
            String store =
                    agent.awaitRun(run, now -> now.storeAddress().isPresent())
                            .storeAddress()
                            .orElseThrow();
            int port = Integer.parseInt(store.substring(store.lastIndexOf(':') + 1));
            var address = new InetSocketAddress("127.0.0.1", port);
            try (var worker = StoreClient.connect(address, PATIENCE)) {
                worker.set(Key.of("k"), Value.of("v"), PATIENCE);
                worker.add(Key.of("n"), 1, PATIENCE);
                worker.add(Key.of("n"), 1, PATIENCE);
            }

            String of = "muster_store_operations_total{run=\"%s\",op=".formatted(run);
            assertThat(RawClient.get(agent.socket(), ApiPath.METRICS).body())
                    .contains("# TYPE muster_store_operations_total counter")
                    .contains(of + "\"set\"} 1\n")
                    .contains(of + "\"add\"} 2\n");
        }
    }

    @Test
    void processor_time_adds_up_from_one_measurement_to_the_next() {
        var tally = new Tally();
        Instant start = SampleEvents.AT;
        var two = new WorkerUsage(2, 1, 0, 0, 1, 1, Optional.empty());
        RunUsage first = RunUsage.first(start, Map.of(new Rank(0), two));

        tally.measured(first);
        tally.measured(first.next(start.plusSeconds(3), Map.of(new Rank(0), two)));

        assertThat(tally.cpuSeconds()).containsExactly(Map.entry(new Rank(0), 6.0));
    }

    @Test
    void restarts_are_counted_by_what_they_are_for_and_meetings_by_how_long_they_take() {
        var tally = new Tally();
        Instant at = SampleEvents.AT;
        tally.hear(new RoundSought(at, "first start"));
        tally.hear(new RoundJoined(at.plusSeconds(3), 0, 0, 2, 0, 4, "gpu-a:29500"));
        tally.hear(new AgentEvent.AttemptStarted(at, 1, 1, 2, "rank 1 failed"));
        tally.hear(new AgentEvent.AttemptStarted(at, 2, 1, 2, "asked for"));

        assertThat(tally.restarts()).containsEntry("failure", 1).containsEntry("request", 1);
        assertThat(tally.rounds()).isEqualTo(1);
        assertThat(tally.meeting()).isEqualTo(Duration.ofSeconds(3));
    }

    /** What one run has that went through everything. */
    private static String ofEverything() {
        var tally = new Tally();
        List<AgentEvent> events = SampleEvents.oneOfEachKind();
        JobSnapshot run = JobSnapshot.first(new NumberedEvent(1, events.getFirst()));
        for (AgentEvent event : events.subList(1, events.size())) {
            if (event instanceof AgentEvent.RunEnded) break;
            tally.hear(event);
            run = run.after(new NumberedEvent(run.seq() + 1, event));
        }
        var metrics = new Metrics(Map.of());
        metrics.run(run, tally);
        return metrics.text();
    }

    /** Two texts as one: each family once, with the samples of both. */
    private static String withoutRepeats(String text) {
        var families = new LinkedHashMap<String, StringBuilder>();
        String head = "";
        for (String line : text.lines().toList()) {
            if (line.startsWith("# HELP")) head = line;
            StringBuilder family = families.computeIfAbsent(head, _ -> new StringBuilder());
            boolean known = line.startsWith("#") && family.indexOf(line + "\n") >= 0;
            if (!known) family.append(line).append('\n');
        }
        return String.join("", families.values());
    }
}
