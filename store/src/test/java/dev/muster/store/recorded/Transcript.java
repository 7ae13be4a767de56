package dev.muster.store.recorded;

import static java.util.Objects.requireNonNull;

import dev.muster.store.protocol.Bytes;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** One recorded session, in the order in which things happened. */
public record Transcript(String name, List<Step> steps) {
    /** One thing that happened on a connection, while the client's caller was doing something. */
    public sealed interface Step {
        int connection();

        String doing();

        record Opened(int connection, String doing) implements Step {}

        record ClientSent(int connection, String doing, Bytes bytes) implements Step {}

        record ServerSent(int connection, String doing, Bytes bytes) implements Step {}

        record ClientClosed(int connection, String doing) implements Step {}

        record ServerClosed(int connection, String doing) implements Step {}
    }

    /** Every recording there is, in alphabetical order. */
    public static List<String> names() {
        var folder = requireNonNull(Transcript.class.getResource("/tcpstore"));
        var root = Path.of(URI.create(folder.toString()));
        try (var files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(file -> file.endsWith(".jsonl"))
                    .map(file -> file.replace(".jsonl", ""))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list the recordings", e);
        }
    }

    /** Reads {@code tcpstore/<name>.jsonl} from the test resources. */
    public static Transcript read(String name) {
        String file = "/tcpstore/" + name + ".jsonl";
        try (var in = Transcript.class.getResourceAsStream(file)) {
            if (in == null) throw new IllegalArgumentException("no recording " + file);
            var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            var json = new ObjectMapper();
            var steps = text.lines().map(json::readTree).flatMap(row -> step(row).stream());
            return new Transcript(name, steps.toList());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /** The same without what was done while the caller was {@code doing} such a thing. */
    public Transcript without(Predicate<String> doing) {
        return filtered(step -> !doing.test(step.doing()));
    }

    /**
     * The same without what connection 1 said and heard while it was {@code doing} such a thing.
     */
    public Transcript withoutFirstClient(Predicate<String> doing) {
        return filtered(step -> step.connection() != 1 || !doing.test(step.doing()));
    }

    private Transcript filtered(Predicate<Step> kept) {
        return new Transcript(name, steps.stream().filter(kept).toList());
    }

    /** The same up to the last byte said: what follows is the end of the recorded store. */
    public Transcript untilTheStoreEnds() {
        int end = steps.size();
        while (!(steps.get(end - 1) instanceof Step.ClientSent
                || steps.get(end - 1) instanceof Step.ServerSent)) {
            end--;
        }
        return new Transcript(name, steps.subList(0, end));
    }

    @Override
    public String toString() {
        return name;
    }

    private static Optional<Step> step(JsonNode row) {
        int connection = row.get("conn").asInt();
        String doing = row.get("op").asString();
        String what = row.has("dir") ? row.get("dir").asString() : row.get("event").asString();
        return switch (what) {
            case "open" -> Optional.of(new Step.Opened(connection, doing));
            case "c2s" -> Optional.of(new Step.ClientSent(connection, doing, bytes(row)));
            case "s2c" -> Optional.of(new Step.ServerSent(connection, doing, bytes(row)));
            case "close-by-client" -> Optional.of(new Step.ClientClosed(connection, doing));
            case "close-by-server" -> Optional.of(new Step.ServerClosed(connection, doing));
            default -> Optional.empty(); // notes of the recorder
        };
    }

    private static Bytes bytes(JsonNode row) {
        if (row.has("hex")) return hex(row);
        var all = new ByteArrayOutputStream();
        for (JsonNode part : row.get("parts")) {
            byte[] once = hex(part).toByteArray();
            for (int i = 0; i < part.get("times").asInt(); i++) all.writeBytes(once);
        }
        return Bytes.adopt(all.toByteArray());
    }

    private static Bytes hex(JsonNode row) {
        return Bytes.adopt(HexFormat.of().parseHex(row.get("hex").asString()));
    }
}
