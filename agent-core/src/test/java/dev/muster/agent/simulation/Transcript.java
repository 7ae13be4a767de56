package dev.muster.agent.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;

/**
 * A timeline worth reading, as it is written down again while it is played: what is flush left
 * happens, what is indented is what is said to it.
 */
final class Transcript {
    private final StringBuilder text = new StringBuilder();

    /** One of those beside this class. */
    static String read(String path) {
        try (InputStream file = Transcript.class.getResourceAsStream(path)) {
            return new String(
                    Objects.requireNonNull(file, path).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    void write(String line) {
        text.append(line).append('\n');
    }

    void say(Duration at, Object who, String what) {
        String time = "%.3f".formatted(at.toMillis() / 1000.).replaceAll("\\.?0+$", "");
        write("    %ss %s: %s".formatted(time, who, what));
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
