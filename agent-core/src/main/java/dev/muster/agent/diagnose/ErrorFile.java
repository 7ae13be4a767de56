package dev.muster.agent.diagnose;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * What a worker's own error handler wrote (spec/elastic-agent §3.7), in either shape: {@code
 * {"message": {"message": …, "extraInfo": {"py_callstack": …, "timestamp": …}}}} or {@code
 * {"message": "text", "timestamp": …}}.
 *
 * @param path where it stands
 * @param shape which of the two it is
 * @param json the whole of it
 * @param text the call stack where there is one, else the message
 * @param summary the message, which names the exception
 * @param toldAt in whole seconds; absent when the file has no such number
 */
public record ErrorFile(
        Path path,
        Shape shape,
        String json,
        String text,
        String summary,
        Optional<Instant> toldAt) {
    /** Which keys it has. */
    public enum Shape {
        RECORDED,
        PLAIN
    }

    /** What came of reading one. */
    public sealed interface Reading {
        record Found(ErrorFile file) implements Reading {}

        record Absent() implements Reading {}

        /**
         * There is a file, and it is of no use.
         *
         * @param why as the end of a sentence
         */
        record Broken(String why) implements Reading {}
    }

    private static final int LARGEST = 4 << 20;
    private static final int MOST_OF_A_PARSERS_WORDS = 120;

    /** Looks at what is there. A file that is broken, or none, is an answer like any other. */
    public static Reading read(Path path) {
        try {
            if (!Files.exists(path)) return new Reading.Absent();
            if (!Files.isRegularFile(path)) return new Reading.Broken("it is no regular file");
            long size = Files.size(path);
            if (size == 0) return new Reading.Broken("it is empty");
            if (size > LARGEST) {
                return new Reading.Broken(
                        "it has %d bytes (expected: <= %d)".formatted(size, LARGEST));
            }
            String content = Files.readString(path);
            return of(path, content, JsonMapper.shared().readTree(content));
        } catch (JacksonException e) {
            return new Reading.Broken("it is no JSON: " + firstLine(e.getOriginalMessage()));
        } catch (IOException e) {
            return new Reading.Broken("it cannot be read: " + e.getMessage());
        }
    }

    private static Reading of(Path path, String content, JsonNode json) {
        JsonNode message = json.path("message");
        boolean plain = message.isString();
        JsonNode about = plain ? json : message.path("extraInfo");
        String summary = plain ? message.asString() : text(message.path("message"));
        String stack = plain ? "" : text(about.path("py_callstack"));
        String told = stack.isBlank() ? summary : stack;
        if (told.isBlank()) return new Reading.Broken("it has no message");
        return new Reading.Found(
                new ErrorFile(
                        path,
                        plain ? Shape.PLAIN : Shape.RECORDED,
                        content,
                        told,
                        summary.isBlank() ? told.strip().lines().toList().getLast() : summary,
                        seconds(about.path("timestamp"))));
    }

    private static String text(JsonNode node) {
        return node.isString() ? node.asString() : "";
    }

    /** A number, or one as text; what is neither says nothing about the time. */
    private static Optional<Instant> seconds(JsonNode node) {
        String digits = node.isString() ? node.asString().strip() : node.asString("");
        return digits.matches("[0-9]{1,11}(\\.[0-9]*)?")
                ? Optional.of(Instant.ofEpochSecond((long) Double.parseDouble(digits)))
                : Optional.empty();
    }

    private static String firstLine(String words) {
        String line = words.lines().findFirst().orElse("");
        return line.substring(0, Math.min(line.length(), MOST_OF_A_PARSERS_WORDS));
    }
}
