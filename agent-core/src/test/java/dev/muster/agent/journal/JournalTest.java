package dev.muster.agent.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.NumberedEvent;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;

class JournalTest {
    @TempDir private Path folder;

    @Test
    void events_stand_one_a_line_in_the_order_they_happened() throws IOException {
        var expected = new ArrayList<String>();

        try (var journal = Journal.create(file())) {
            for (AgentEvent event : SampleEvents.oneOfEachKind()) {
                var numbered = new NumberedEvent(expected.size() + 1, event);
                journal.append(numbered);
                expected.add(EventJson.line(numbered));
            }
        }

        assertThat(Files.readString(file())).isEqualTo(String.join("\n", expected) + "\n");
    }

    @Test
    void an_event_is_on_disk_as_soon_as_it_was_appended() throws IOException {
        var event = new NumberedEvent(1, SampleEvents.oneOfEachKind().getFirst());

        try (var journal = Journal.create(file())) {
            journal.append(event);

            assertThat(file()).hasContent(EventJson.line(event));
        }
    }

    @Test
    void a_journal_that_is_there_already_is_never_written_again() throws IOException {
        Files.writeString(file(), "what happened once\n");

        assertThatThrownBy(() -> Journal.create(file()).close())
                .isInstanceOf(FileAlreadyExistsException.class);

        assertThat(file()).hasContent("what happened once");
    }

    @Test
    void nobody_else_may_read_it() throws IOException {
        Journal.create(file()).close();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
    }

    private Path file() {
        return folder.resolve("events.jsonl");
    }
}
