package dev.muster.agent.history;

import dev.muster.agent.home.MusterHome;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;

/**
 * How much of the past the user wants to keep: {@code history.json} in the folder of settings, with
 * {@code keepGiB}, {@code keepRuns} and {@code keepDays}. What is not said is as in {@link
 * KeepLimits#DEFAULT}; {@code null} means without limit.
 */
public final class KeepSettings {
    private static final double GIB = 1L << 30;
    private static final double MINUTES_OF_A_DAY = 24 * 60;
    private static final JsonMapper JSON = new JsonMapper();

    /**
     * What the file says.
     *
     * @param problem why it is not followed, in a sentence; then nothing is limited, so that no
     *     slip of the pen costs a run
     */
    public record Reading(KeepLimits limits, Optional<String> problem) {}

    private KeepSettings() {}

    public static Path file(MusterHome home) {
        return home.config().resolve("history.json");
    }

    public static Reading read(MusterHome home) {
        try {
            JsonNode said = JSON.readTree(Files.readString(file(home)));
            if (!said.isObject()) throw new IllegalArgumentException("found no object in it");
            var limits =
                    new KeepLimits(
                            said.has("keepGiB")
                                    ? number(said, "keepGiB").map(gib -> (long) (gib * GIB))
                                    : KeepLimits.DEFAULT.bytes(),
                            said.has("keepRuns")
                                    ? number(said, "keepRuns").map(Double::intValue)
                                    : KeepLimits.DEFAULT.runs(),
                            said.has("keepDays")
                                    ? number(said, "keepDays").map(KeepSettings::days)
                                    : KeepLimits.DEFAULT.age());
            return new Reading(limits, Optional.empty());
        } catch (NoSuchFileException _) {
            return new Reading(KeepLimits.DEFAULT, Optional.empty());
        } catch (IOException | JacksonException | IllegalArgumentException e) {
            String why =
                    "%s cannot be used, and all runs are kept: %s"
                            .formatted(file(home), e.getMessage());
            return new Reading(KeepLimits.NONE, Optional.of(why));
        }
    }

    /** Takes the place of what was said before, at once or not at all. */
    public static void write(MusterHome home, KeepLimits limits) throws IOException {
        var said = JSON.createObjectNode();
        put(said, "keepGiB", limits.bytes().map(bytes -> bytes / GIB));
        put(said, "keepRuns", limits.runs().map(Integer::doubleValue));
        put(said, "keepDays", limits.age().map(age -> age.toMinutes() / MINUTES_OF_A_DAY));
        Files.createDirectories(home.config());
        Path fresh = Files.createTempFile(home.config(), "history", ".json");
        Files.writeString(fresh, said.toPrettyString() + "\n");
        Files.move(fresh, file(home), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Absent where there is to be no limit. */
    private static Optional<Double> number(JsonNode said, String name) {
        JsonNode value = said.path(name);
        if (value.isNull()) return Optional.empty();
        if (!value.isNumber() || value.asDouble() < 0) {
            throw new IllegalArgumentException(
                    "%s: found %s, expected a number or null".formatted(name, value));
        }
        return Optional.of(value.asDouble());
    }

    private static Duration days(double number) {
        return Duration.ofMinutes((long) (number * MINUTES_OF_A_DAY));
    }

    private static void put(ObjectNode said, String name, Optional<Double> limit) {
        limit.ifPresentOrElse(number -> said.put(name, number), () -> said.putNull(name));
    }
}
