package dev.muster.agent.history;

import dev.muster.agent.job.RunId;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The list of what was removed, a line of JSON each: {@code removed.jsonl}. Only grows. */
final class Removals {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final Set<StandardOpenOption> APPEND =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    private static final JsonMapper JSON = new JsonMapper();

    private final Path file;

    Removals(Path file) {
        this.file = file;
    }

    void add(Removal removal) throws IOException {
        String line =
                JSON.createObjectNode()
                                .put("at", removal.at().toString())
                                .put("run", removal.run().value())
                                .put("name", removal.name())
                                .put("bytes", removal.bytes())
                                .put("because", removal.because())
                                .toString()
                        + "\n";
        try (FileChannel open = FileChannel.open(file, APPEND, OWNER_ONLY)) {
            ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) open.write(bytes);
        }
    }

    /** Newest first. Lines that are none of ours are passed over. */
    List<Removal> newest(int most) throws IOException {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            var all = new ArrayList<Removal>();
            lines.map(Removals::read).flatMap(Optional::stream).forEach(all::add);
            return all.reversed().stream().limit(most).toList();
        } catch (NoSuchFileException _) {
            return List.of();
        }
    }

    private static Optional<Removal> read(String latin) {
        try {
            JsonNode line =
                    JSON.readTree(
                            new String(
                                    latin.getBytes(StandardCharsets.ISO_8859_1),
                                    StandardCharsets.UTF_8));
            return Optional.of(
                    new Removal(
                            Instant.parse(line.path("at").asString("")),
                            new RunId(line.path("run").asString("")),
                            line.path("name").asString(""),
                            line.path("bytes").asLong(0),
                            line.path("because").asString("")));
        } catch (JacksonException | DateTimeException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
