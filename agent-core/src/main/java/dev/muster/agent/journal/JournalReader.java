package dev.muster.agent.journal;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads a journal of which any part may be damaged: its writer may have been killed at any byte,
 * the disk may have lost some of it, and somebody may have written what he liked. What is no event,
 * or cannot follow those before it, is passed over and told; what stands behind it is read. No more
 * than one line is held.
 */
public final class JournalReader {
    /** Longer than any line that is written. What is longer is not read into memory. */
    private static final int LONGEST_LINE = 16 << 20;

    /** More than anybody reads. */
    private static final int MOST_PLACES = 20;

    /**
     * What came of it.
     *
     * @param present the run as of the last event; absent when not even the first can be read
     */
    public record Result(Optional<JobSnapshot> present, Damage damage) {}

    private final Consumer<? super NumberedEvent> each;
    private final List<String> places = new ArrayList<>();
    private long damages;
    private long line;
    private long lastSeq;
    private @Nullable JobSnapshot present;

    private JournalReader(Consumer<? super NumberedEvent> each) {
        this.each = each;
    }

    /**
     * Reads a journal, which may be growing, and hands over each event: numbered upwards, and fit
     * for a {@link JobSnapshot} in this order.
     *
     * @throws IOException when the file cannot be read at all
     */
    public static Result read(Path journal, Consumer<? super NumberedEvent> each)
            throws IOException {
        try (InputStream bytes = Files.newInputStream(journal)) {
            return new JournalReader(each).read(new Lines(bytes, LONGEST_LINE));
        }
    }

    private Result read(Lines lines) throws IOException {
        while (true) {
            line++;
            switch (lines.next()) {
                case Lines.End _ -> {
                    var damage = damages == 0 ? Damage.NONE : new Damage(places, damages);
                    return new Result(Optional.ofNullable(present), damage);
                }
                case Lines.Torn(var bytes) ->
                        damaged("the last %d bytes are no whole line".formatted(bytes));
                case Lines.TooLong(var limit) ->
                        damaged("line %d is longer than %d bytes".formatted(line, limit));
                case Lines.NotText _ -> damaged("line %d is not UTF-8".formatted(line));
                case Lines.Line(var text) -> take(text);
            }
        }
    }

    private void take(String text) {
        try {
            NumberedEvent event = EventReader.read(text);
            if (event.seq() <= lastSeq) {
                damaged(
                        "line %d has event %d, expected one behind %d"
                                .formatted(line, event.seq(), lastSeq));
                return;
            }
            JobSnapshot before = present;
            present = before == null ? JobSnapshot.first(event) : before.after(event);
            tellGap(lastSeq + 1, event.seq() - 1);
            lastSeq = event.seq();
            each.accept(event);
        } catch (UnreadableRecord e) {
            damaged("line %d cannot be read: %s".formatted(line, e.getMessage()));
        } catch (IllegalArgumentException e) {
            damaged("line %d does not fit a run: %s".formatted(line, e.getMessage()));
        }
    }

    private void tellGap(long from, long to) {
        if (from == to) damaged("event %d is missing".formatted(from));
        if (from < to) damaged("events %d to %d are missing".formatted(from, to));
    }

    private void damaged(String place) {
        damages++;
        if (places.size() < MOST_PLACES) places.add(place);
    }
}
