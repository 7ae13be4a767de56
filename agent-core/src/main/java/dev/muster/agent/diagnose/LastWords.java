package dev.muster.agent.diagnose;

import dev.muster.agent.job.WorkerFiles;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The best explanation a worker left: the traceback in its error file (spec/elastic-agent §3.7),
 * else the last traceback in its stderr, else its last lines there. Never more than a screen can
 * hold: a line that is too long ends in {@code …}.
 *
 * @param source where the lines come from, as a phrase
 */
public record LastWords(String source, List<String> lines) {
    private static final int TAIL_BYTES = 16 * 1024;
    private static final int LARGEST_ERROR_FILE = 4 << 20;
    private static final int MOST_LINES = 20;
    private static final int MOST_CHARACTERS = 500;
    private static final String TRACEBACK = "Traceback (most recent call last):";

    public LastWords {
        lines = List.copyOf(lines);
    }

    /** Reads them; empty when the worker left nothing that can be read. */
    public static Optional<LastWords> of(WorkerFiles files) {
        return errorFile(files.error()).or(() -> stderr(files.stderr()));
    }

    /** A file that is absent, too large or no error file is no explanation, and no failure. */
    private static Optional<LastWords> errorFile(Path path) {
        try {
            if (!Files.isRegularFile(path) || Files.size(path) > LARGEST_ERROR_FILE) {
                return Optional.empty();
            }
            JsonNode message =
                    JsonMapper.shared().readTree(Files.readAllBytes(path)).path("message");
            String text =
                    message.isString()
                            ? message.asString()
                            : message.path("extraInfo")
                                    .path("py_callstack")
                                    .asString(message.path("message").asString(""));
            if (text.isBlank()) return Optional.empty();
            return Optional.of(new LastWords("error file", tail(text.lines().toList())));
        } catch (IOException | JacksonException _) {
            return Optional.empty();
        }
    }

    private static Optional<LastWords> stderr(Path path) {
        try (var file = new RandomAccessFile(path.toFile(), "r")) {
            long start = Math.max(0, file.length() - TAIL_BYTES);
            file.seek(start);
            var bytes = new byte[(int) (file.length() - start)];
            file.readFully(bytes);
            List<String> lines =
                    new String(bytes, StandardCharsets.UTF_8)
                            .lines()
                            .filter(line -> !line.isBlank())
                            .toList();
            boolean beginsInsideALine = start > 0 && lines.size() > 1;
            if (beginsInsideALine) lines = lines.subList(1, lines.size());
            if (lines.isEmpty()) return Optional.empty();
            int traceback = lines.lastIndexOf(TRACEBACK);
            List<String> told = traceback < 0 ? lines : lines.subList(traceback, lines.size());
            return Optional.of(new LastWords("end of stderr", tail(told)));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static List<String> tail(List<String> lines) {
        return lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size()).stream()
                .map(LastWords::shortened)
                .toList();
    }

    private static String shortened(String line) {
        if (line.codePointCount(0, line.length()) <= MOST_CHARACTERS) return line;
        return line.substring(0, line.offsetByCodePoints(0, MOST_CHARACTERS)) + " …";
    }
}
