package dev.muster.packaging;

import static java.util.Objects.requireNonNull;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/** What a run that is over left in its folder. */
final class PastRun {
    private static final JsonMapper JSON = new JsonMapper();

    /** One process of one attempt, how it ended, and what it said. */
    record Worker(JsonNode exit, String out, String err) {
        boolean succeeded() {
            return exit.path("exitCode").asInt(-1) == 0;
        }

        boolean wasStoppedByAgent() {
            return exit.path("byAgent").asBoolean(false);
        }

        boolean wasKilledBy(String signal) {
            return exit.path("signal").asString("").equals(signal);
        }
    }

    private PastRun() {}

    /** Every worker of every attempt of the only run of that home, in the order of their ends. */
    static List<Worker> workersBelow(Path home) throws IOException {
        var started = new HashMap<Integer, JsonNode>();
        var ended = new ArrayList<Worker>();
        for (String line : Files.readAllLines(journalBelow(home))) {
            JsonNode event = JSON.readTree(line);
            int rank = event.path("rank").asInt(-1);
            switch (event.path("event").asString()) {
                case "worker-started" -> started.put(rank, event);
                case "worker-exited" -> ended.add(worker(requireNonNull(started.get(rank)), event));
                default -> {
                    // tells of no worker, or of one that goes on
                }
            }
        }
        return ended;
    }

    private static Worker worker(JsonNode start, JsonNode exit) throws IOException {
        return new Worker(exit, read(start, "stdout"), read(start, "stderr"));
    }

    private static String read(JsonNode start, String stream) throws IOException {
        return Files.readString(Path.of(start.path(stream).asString()));
    }

    private static Path journalBelow(Path home) throws IOException {
        try (var files = Files.walk(home)) {
            return files.filter(file -> file.endsWith("events.jsonl")).findAny().orElseThrow();
        }
    }
}
