package dev.muster.agent.journal;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The events of a run as its journal holds them. A writer may have been killed at any byte, and the
 * disk may have lost a tail: what stands before the damage is read, and the damage is told.
 *
 * @param events numbered 1, 2, 3 … without gaps
 * @param damage what is wrong behind them, in a sentence; absent when the journal is whole
 */
public record Recording(List<NumberedEvent> events, Optional<String> damage) {
    /** Longer than any line that is written. What is longer is not read into memory. */
    private static final int LONGEST_LINE = 16 << 20;

    public Recording {
        events = List.copyOf(events);
    }

    /**
     * Reads a journal, which may be growing.
     *
     * @throws IOException when the file cannot be read at all
     */
    public static Recording read(Path journal) throws IOException {
        try (InputStream bytes = Files.newInputStream(journal)) {
            return read(new Lines(bytes, LONGEST_LINE));
        }
    }

    /** The run as of its last event; empty when not even the first was written. */
    public Optional<JobSnapshot> present() {
        if (events.isEmpty()) return Optional.empty();
        JobSnapshot snapshot = JobSnapshot.first(events.getFirst());
        for (NumberedEvent event : events.subList(1, events.size())) {
            snapshot = snapshot.after(event);
        }
        return Optional.of(snapshot);
    }

    private static Recording read(Lines lines) throws IOException {
        var events = new ArrayList<NumberedEvent>();
        while (true) {
            switch (lines.next()) {
                case Lines.End _ -> {
                    return new Recording(events, Optional.empty());
                }
                case Lines.Torn(var bytes) -> {
                    return damaged(events, "the last %d bytes are no whole line".formatted(bytes));
                }
                case Lines.TooLong(var bytes) -> {
                    return damaged(
                            events,
                            "line %d is longer than %d bytes".formatted(events.size() + 1, bytes));
                }
                case Lines.NotText _ -> {
                    return damaged(events, "line %d is not UTF-8".formatted(events.size() + 1));
                }
                case Lines.Line(var text) -> {
                    try {
                        events.add(next(events, text));
                    } catch (UnreadableRecord e) {
                        return damaged(
                                events,
                                "line %d cannot be read: %s"
                                        .formatted(events.size() + 1, e.getMessage()));
                    }
                }
            }
        }
    }

    private static NumberedEvent next(List<NumberedEvent> before, String line) {
        NumberedEvent event = EventReader.read(line);
        if (event.seq() != before.size() + 1) {
            throw new UnreadableRecord(
                    "found event %d, expected %d".formatted(event.seq(), before.size() + 1));
        }
        return event;
    }

    private static Recording damaged(List<NumberedEvent> events, String how) {
        return new Recording(events, Optional.of(how + "; what stands before was read"));
    }
}
