package dev.muster.agent.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import static java.nio.file.StandardOpenOption.APPEND;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.Phase;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

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
        assertThat(recording.damage()).isEqualTo(Damage.NONE);
        assertThat(recording.present().orElseThrow().phase()).isEqualTo(Phase.ENDED);
    }

    @Test
    void a_journal_that_was_cut_at_any_byte_is_read_up_to_the_cut_and_says_so() throws IOException {
        byte[] whole = Files.readAllBytes(file());
        int lines = 0;

        for (int length = 0; length <= whole.length; length++) {
            Files.write(file(), Arrays.copyOf(whole, length));

            Recording recording = Recording.read(file());

            boolean atALineEnd = length == 0 || whole[length - 1] == '\n';
            if (atALineEnd && length > 0) lines++;
            assertThat(recording.events()).isEqualTo(written.subList(0, lines));
            assertThat(recording.damage().sentence().isEmpty()).isEqualTo(atALineEnd);
        }
        assertThat(lines).isEqualTo(written.size());
    }

    @Test
    void a_tail_that_the_disk_lost_is_told_and_the_rest_read() throws IOException {
        Files.write(file(), new byte[4096], APPEND);

        Recording recording = Recording.read(file());

        assertThat(recording.events()).isEqualTo(written);
        assertThat(recording.damage().sentence())
                .contains("the last 4096 bytes are no whole line; the rest was read");
    }

    static Stream<Arguments> damagedLines() {
        return Stream.of(
                arguments("is no JSON", "{\"seq\":4,", "line 4 cannot be read: not JSON"),
                arguments("is no event", "[]", "line 4 cannot be read: found [], expected"),
                arguments("is empty", "", "line 4 cannot be read"),
                arguments(
                        "comes a second time",
                        "{\"seq\":3,\"at\":\"2026-03-01T12:00:00Z\",\"event\":\"noticed\",\"text\":\"\"}",
                        "line 4 has event 3, expected one behind 3"),
                arguments(
                        "tells of an impossible rank",
                        "{\"seq\":4,\"at\":\"2026-03-01T12:00:00Z\",\"event\":\"worker-heard\",\"rank\":-1}",
                        "line 4 cannot be read: rank: -1"),
                arguments(
                        "is deeper than any event",
                        "[".repeat(100_000),
                        "line 4 cannot be read: not JSON"));
    }

    @ParameterizedTest(name = "one that {0}")
    @MethodSource("damagedLines")
    void a_damaged_line_is_told_and_those_behind_it_are_read(
            String how, String line, String expected) throws IOException {
        replaceLine(3, line.getBytes(StandardCharsets.UTF_8));

        Recording recording = Recording.read(file());

        assertThat(recording.events()).isEqualTo(without(3));
        assertThat(recording.damage().places().getFirst()).startsWith(expected);
        assertThat(recording.damage().places().getLast()).isEqualTo("event 4 is missing");
        assertThat(recording.present().orElseThrow().phase()).isEqualTo(Phase.ENDED);
    }

    @Test
    void a_line_that_is_no_text_is_told_and_those_behind_it_are_read() throws IOException {
        replaceLine(3, new byte[] {(byte) 0xFF, (byte) 0xFE});

        Recording recording = Recording.read(file());

        assertThat(recording.events()).isEqualTo(without(3));
        assertThat(recording.damage().places())
                .containsExactly("line 4 is not UTF-8", "event 4 is missing");
    }

    @Test
    void a_line_of_100_MB_is_told_and_not_kept_in_memory() throws IOException {
        List<byte[]> lines = lines();
        try (var out = Files.newOutputStream(file())) {
            out.write(lines.getFirst());
            for (int mebibyte = 0; mebibyte < 100; mebibyte++) out.write(new byte[1 << 20]);
            out.write('\n');
            for (byte[] line : lines.subList(1, lines.size())) out.write(line);
        }

        Recording recording = Recording.read(file());

        assertThat(recording.events()).isEqualTo(written);
        assertThat(recording.damage().sentence())
                .contains("line 2 is longer than 16777216 bytes; the rest was read");
    }

    @Test
    void a_run_is_accepted_only_once_whatever_a_line_says() throws IOException {
        String again =
                new String(lines().getFirst(), StandardCharsets.UTF_8)
                        .replace("\"seq\":1,", "\"seq\":4,")
                        .strip();
        replaceLine(3, again.getBytes(StandardCharsets.UTF_8));

        Recording recording = Recording.read(file());

        assertThat(recording.events()).isEqualTo(without(3));
        assertThat(recording.damage().places())
                .contains("line 4 does not fit a run: a run is accepted only once");
    }

    @Test
    void many_damages_are_counted_and_the_first_of_them_named() throws IOException {
        Files.write(file(), "x\n".repeat(1000).getBytes(StandardCharsets.UTF_8), APPEND);

        Damage damage = Recording.read(file()).damage();

        assertThat(damage.total()).isEqualTo(1000);
        assertThat(damage.places()).hasSize(20);
        assertThat(damage.sentence().orElseThrow())
                .endsWith(", and 999 more of it is damaged; the rest was read");
    }

    @Test
    void without_its_first_event_a_run_has_no_present() throws IOException {
        replaceLine(0, new byte[0]);

        Recording recording = Recording.read(file());

        assertThat(recording.present()).isEmpty();
        assertThat(recording.events()).isEmpty();
        assertThat(recording.damage().total()).isEqualTo(written.size());
    }

    @Test
    void a_run_of_which_nothing_was_written_has_no_present() throws IOException {
        Files.write(file(), new byte[0]);

        assertThat(Recording.read(file()).present()).isEmpty();
    }

    @Test
    void events_that_claim_more_workers_than_there_can_be_do_not_fill_the_memory()
            throws IOException {
        var most = new AgentEvent.AttemptStarted(SampleEvents.AT, 0, 0, Integer.MAX_VALUE, "first");
        Files.delete(file());
        try (var journal = Journal.create(file())) {
            journal.append(written.getFirst());
            journal.append(new NumberedEvent(2, most));
        }

        var present = Recording.read(file()).present().orElseThrow();

        assertThat(present.workers()).hasSize(1 << 16);
    }

    private void replaceLine(int index, byte[] text) throws IOException {
        List<byte[]> lines = lines();
        byte[] ended = Arrays.copyOf(text, text.length + 1);
        ended[text.length] = '\n';
        lines.set(index, ended);
        try (var out = Files.newOutputStream(file())) {
            for (byte[] line : lines) out.write(line);
        }
    }

    /** With their ends. */
    private List<byte[]> lines() throws IOException {
        var lines = new ArrayList<byte[]>();
        for (String line : Files.readAllLines(file())) {
            lines.add((line + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return lines;
    }

    private List<NumberedEvent> without(int index) {
        var others = new ArrayList<>(written);
        others.remove(index);
        return others;
    }

    private Path file() {
        return folder.resolve("events.jsonl");
    }
}
