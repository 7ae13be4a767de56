package dev.muster.agent.diagnose;

import dev.muster.agent.job.WorkerFiles;

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
    private static final int MOST_LINES = 20;
    private static final int MOST_CHARACTERS = 500;

    public LastWords {
        lines = List.copyOf(lines);
    }

    /** Reads them; empty when the worker left nothing that can be read. */
    public static Optional<LastWords> of(WorkerFiles files) {
        return of(ErrorFile.read(files.error()), Tail.of(files.stderr()));
    }

    static Optional<LastWords> of(ErrorFile.Reading error, Tail stderr) {
        if (error instanceof ErrorFile.Reading.Found(var file)) {
            return Optional.of(new LastWords("error file", tail(file.text().lines().toList())));
        }
        List<String> lines =
                Traceback.lastIn(stderr).map(Traceback::lines).orElseGet(stderr::lines);
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(new LastWords("end of stderr", tail(lines)));
    }

    private static List<String> tail(List<String> lines) {
        return lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size()).stream()
                .map(line -> shortened(line, MOST_CHARACTERS))
                .toList();
    }

    /** Cut between characters, and marked where it was cut. */
    static String shortened(String line, int most) {
        if (line.codePointCount(0, line.length()) <= most) return line;
        return line.substring(0, line.offsetByCodePoints(0, most)) + " …";
    }
}
