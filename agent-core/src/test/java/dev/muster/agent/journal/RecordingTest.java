package dev.muster.agent.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.Phase;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

class RecordingTest {
    @TempDir private Path folder;
    private final List<NumberedEvent> written = new ArrayList<>();

    @BeforeEach
    void aJournalOfARun() throws IOException {
        try (var journal = Journal.create(file())) {
            for (AgentEvent event : SampleEvents.oneOfEachKind()) {
                var numbered = new NumberedEvent(written.size() + 1, event);
                journal.append(numbered);
                written.add(numbered);
            }
        }
    }

    @Test
    void a_run_can_be_read_back_from_its_journal() throws IOException {
        Recording recording = Recording.read(file());

        assertThat(recording.events()).isEqualTo(written);
        assertThat(recording.damage()).isEmpty();
        assertThat(recording.present().orElseThrow().phase()).isEqualTo(Phase.ENDED);
    }

    @Test
    void a_journal_that_was_cut_at_any_byte_is_read_up_to_the_cut_and_says_so() throws IOException {
        byte[] whole = Files.readAllBytes(file());

        for (int length = 0; length < 1_500; length++) {
            byte[] kept = Arrays.copyOf(whole, length);
            Files.write(file(), kept);

            Recording recording = Recording.read(file());

            int lines =
                    (int)
                            new String(kept, StandardCharsets.UTF_8)
                                    .chars()
                                    .filter(c -> c == '\n')
                                    .count();
            boolean atALineEnd = length == 0 || whole[length - 1] == '\n';
            assertThat(recording.events()).isEqualTo(written.subList(0, lines));
            assertThat(recording.damage().isEmpty()).isEqualTo(atALineEnd);
        }
    }

    @Test
    void a_tail_that_the_disk_lost_is_told_and_the_rest_read() throws IOException {
        Files.write(file(), new byte[4096], java.nio.file.StandardOpenOption.APPEND);

        Recording recording = Recording.read(file());

        assertThat(recording.events()).isEqualTo(written);
        assertThat(recording.damage())
                .contains("the last 4096 bytes are no whole line; what stands before was read");
    }

    @Test
    void nothing_is_read_behind_a_gap() throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(file()));
        lines.remove(3);
        Files.write(file(), lines);

        Recording recording = Recording.read(file());

        assertThat(recording.events()).isEqualTo(written.subList(0, 3));
        assertThat(recording.damage().orElseThrow()).contains("found event 5, expected 4");
    }

    @Test
    void a_run_of_which_nothing_was_written_has_no_present() throws IOException {
        Files.write(file(), new byte[0]);

        assertThat(Recording.read(file()).present()).isEmpty();
    }

    private Path file() {
        return folder.resolve("events.jsonl");
    }
}
