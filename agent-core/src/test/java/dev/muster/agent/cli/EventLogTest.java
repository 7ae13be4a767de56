package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.telemetry.Event;
import dev.muster.agent.telemetry.EventSource;
import dev.muster.testing.BesideOthers;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.TestPython;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The events of a run whose rank 1 fails twice, beside those that torchrun tells of such a run.
 *
 * <p>Where they may differ is written down in {@link #comparable}: in what another run would change
 * too, and in what torchrun has wrong.
 */
@BesideOthers
class EventLogTest {
    private static final String RECORDED = "torch-2.13-failed-after-one-restart.jsonl";

    /** What each rank runs: rank 1 fails as torch's {@code @record} would have it. */
    private static final String SCRIPT =
            """
            import json, os, signal, sys
            if os.environ["RANK"] == "1":
                extra = {"py_callstack": "Traceback", "timestamp": "1795241700"}
                error = {"message": {"message": "ValueError: bad sample at step 7", "extraInfo": extra}}
                with open(os.environ["TORCHELASTIC_ERROR_FILE"], "w") as file:
                    json.dump(error, file)
                sys.exit(1)
            signal.pause()
            """;

    @TempDir private Path folder;

    @Test
    @Needs(TestGroup.PYTHON)
    void our_events_are_those_that_were_recorded_of_torchrun()
            throws IOException, InterruptedException {
        List<String> recorded;
        try (InputStream file = EventLogTest.class.getResourceAsStream(RECORDED)) {
            assertThat(file).isNotNull();
            recorded = new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }

        List<String> ours = ourEvents();

        assertThat(ours.stream().map(EventLogTest::comparable))
                .containsExactlyElementsOf(
                        recorded.stream().map(EventLogTest::comparable).toList());
    }

    @Test
    @Needs(TestGroup.TORCH)
    void our_events_are_those_of_a_torchrun_beside_us() throws IOException, InterruptedException {
        List<String> torchruns = torchrunsEvents();

        List<String> ours = ourEvents();

        assertThat(ours.stream().map(EventLogTest::comparable))
                .containsExactlyElementsOf(
                        torchruns.stream().map(EventLogTest::comparable).toList());
    }

    @Test
    void what_torchrun_has_wrong_is_right() throws IOException, InterruptedException {
        List<Event> events =
                events(
                                MusterProcess.run(
                                                folder,
                                                "run",
                                                "--event-log-handler=console",
                                                "--no-python",
                                                "sh",
                                                "-c",
                                                "exit 3")
                                        .err())
                        .map(Event::deserialize)
                        .toList();

        Event agent = events.getLast();
        assertThat(events).allMatch(event -> event.timestamp() > 1_700_000_000_000L);
        assertThat(events.getFirst().metadata()).containsEntry("group_rank", 0L);
        assertThat(agent.name()).isEqualTo("torchelastic.worker.status.FAILED");
        assertThat(agent.metadata())
                .containsEntry(
                        "raw_error", "rank 0 failed with exit code 3; no restarts were allowed");
        assertThat(events.get(2).metadata().get("metadata"))
                .asString()
                .contains(
                        "\"worker_pid\": [%s]"
                                .formatted(events.get(2).metadata().get("worker_id")));
    }

    @Test
    void what_the_agent_itself_fails_by_is_told_and_recorded_once()
            throws IOException, InterruptedException {
        var ended =
                MusterProcess.run(
                        folder,
                        ("run --event-log-handler=console --nnodes=2 --rdzv-backend=c10d"
                                        + " --rdzv-endpoint=127.0.0.1:1 --rdzv-id=job"
                                        + " --rdzv-conf=is_host=0,read_timeout=1,join_timeout=1"
                                        + " --no-python true")
                                .split(" "));

        List<Event> agents =
                events(ended.err())
                        .map(Event::deserialize)
                        .filter(event -> event.source() == EventSource.AGENT)
                        .filter(event -> event.name().endsWith(".FAILED"))
                        .toList();
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.err()).contains("muster: failed").contains("127.0.0.1:1");
        assertThat(agents).hasSize(1);
        assertThat(agents.getFirst().metadata())
                .containsEntry("state", "FAILED")
                .extractingByKey("raw_error")
                .asString()
                .contains("127.0.0.1:1");
    }

    @Test
    void nobody_is_told_of_events_unless_a_handler_is_named()
            throws IOException, InterruptedException {
        var silent = MusterProcess.run(folder, "run", "--no-python", "true");
        var unknown =
                MusterProcess.run(
                        folder, "run", "--event-log-handler", "file", "--no-python", "true");

        assertThat(events(silent.err())).isEmpty();
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err())
                .isEqualTo(
                        "muster run: --event-log-handler: found \"file\", expected one of console,"
                                + " dynamic_rendezvous, null\n");
    }

    /** The parts that every run of the kind has in common, as JSON. */
    private static String comparable(String line) {
        var event = (ObjectNode) JsonMapper.shared().readTree(line);
        var metadata = (ObjectNode) event.get("metadata");
        var details =
                (ObjectNode) JsonMapper.shared().readTree(metadata.get("metadata").asString());
        boolean ofAgent = event.get("source").asString().equals("AGENT");
        for (String name : List.of("run_id", "hostname", "total_run_time", "duration_ms")) {
            metadata.put(name, metadata.get(name).isNull() ? "none" : "some");
        }
        // what another run changes
        event.put("timestamp", 0);
        metadata.put("worker_id", metadata.get("worker_id").isNull() ? "none" : "some");
        details.put("entry_point", "python");
        String error = metadata.get("raw_error").asString("");
        if (error.contains("ValueError")) metadata.put("raw_error", "of the error file");
        // what torchrun has wrong: a pid it knows and does not tell, a place it has and does not
        // tell, and an agent that succeeds with failed workers
        if (details.has("worker_pid")) details.put("worker_pid", "some");
        if (ofAgent) {
            metadata.put("group_rank", 0);
            details.put("group_world_size", 1);
        }
        String state = metadata.get("state").asString();
        if (ofAgent && List.of("SUCCEEDED", "FAILED").contains(state)) {
            event.put("name", "the end");
            metadata.put("state", "the end");
            metadata.put("raw_error", "any");
        }
        metadata.set("metadata", details);
        return event.toString();
    }

    private List<String> ourEvents() throws IOException, InterruptedException {
        Path script = Files.writeString(folder.resolve("work.py"), SCRIPT);
        var words = new ArrayList<>(List.of("run", "--python", TestPython.path().toString()));
        words.addAll(flags());
        words.add(script.toString());
        return events(MusterProcess.run(folder, words.toArray(String[]::new)).err()).toList();
    }

    private List<String> torchrunsEvents() throws IOException, InterruptedException {
        Path script = Files.writeString(folder.resolve("work.py"), SCRIPT);
        Path err = folder.resolve("torchrun.err");
        var words =
                new ArrayList<>(
                        List.of(TestPython.path().toString(), "-m", "torch.distributed.run"));
        words.addAll(flags());
        words.add(script.toString());
        var builder =
                new ProcessBuilder(words).redirectError(err.toFile()).directory(folder.toFile());
        MusterProcess.clean(builder.environment());
        Process torchrun = builder.start();
        try {
            assertThat(torchrun.waitFor(90, TimeUnit.SECONDS)).isTrue();
        } finally {
            torchrun.destroyForcibly();
        }
        return events(Files.readString(err)).toList();
    }

    private static List<String> flags() {
        return List.of(
                "--event-log-handler", "console", "--nproc-per-node", "2", "--max-restarts", "1");
    }

    private static Stream<String> events(String err) {
        return err.lines().filter(line -> line.startsWith("{\"name\": \"torchelastic."));
    }
}
