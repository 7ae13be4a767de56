package dev.muster.agent.journal;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The events of a run as its journal holds them, with what is wrong with it.
 *
 * @param events numbered upwards; where a number is missing, the damage tells it
 * @param present the run as of the last of them; absent when not even the first can be read
 */
public record Recording(List<NumberedEvent> events, Optional<JobSnapshot> present, Damage damage) {
    public Recording {
        events = List.copyOf(events);
    }

    /**
     * Reads a journal, which may be growing.
     *
     * @throws IOException when the file cannot be read at all
     */
    public static Recording read(Path journal) throws IOException {
        var events = new ArrayList<NumberedEvent>();
        JournalReader.Result result = JournalReader.read(journal, events::add);
        return new Recording(events, result.present(), result.damage());
    }
}
