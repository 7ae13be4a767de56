package dev.muster.gui.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.Rank;
import dev.muster.gui.logs.LogScope.Part;
import dev.muster.gui.logs.LogScope.Writer;
import dev.muster.gui.logs.Viewport.Place;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

class MergedLogTest {
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private final Map<String, FakeLog> files = new TreeMap<>();
    private Instant now = START.plusSeconds(100);
    private final InstantSource clock = () -> now;
    private final MergedLog log =
            new MergedLog(this::open, clock, Set.of(LogStream.STDOUT, LogStream.STDERR));
    private final LogDocument document = new LogDocument(log, log);

    @Test
    void new_lines_stand_in_the_order_they_were_seen() throws IOException {
        look(part(0, 2));

        print(1, "a\n");
        print(0, "b\nc\n");
        print(1, "d\n");

        assertThat(rows()).containsExactly("1 a", "0 b", "0 c", "1 d");
    }

    @Test
    void a_line_has_the_time_it_was_first_seen() throws IOException {
        look(part(0, 2));

        print(1, "a\n");

        assertThat(page().rows().getFirst().origin())
                .isEqualTo(new Origin.Printed(new Rank(1), LogStream.STDOUT, now, true));
    }

    @Test
    void older_lines_are_taken_to_have_come_evenly_and_are_called_estimates() throws IOException {
        file(0, LogStream.STDOUT).append("a1\na2\na3\na4\n");
        file(1, LogStream.STDOUT).append("b1\nb2\n");

        look(part(0, 2));

        assertThat(rows()).containsExactly("0 a1", "1 b1", "0 a2", "0 a3", "1 b2", "0 a4");
        assertThat(page().rows())
                .allMatch(row -> row.origin() instanceof Origin.Printed it && !it.exact());
    }

    @Test
    void older_lines_that_tell_their_time_are_ordered_by_it() throws IOException {
        file(0, LogStream.STDOUT).append(at(5) + " a1\nmore of a1\n" + at(30) + " a2\n");
        file(1, LogStream.STDOUT).append(at(10) + " b1\n" + at(20) + " b2\n");

        look(part(0, 2));

        assertThat(rows().stream().map(row -> row.replaceAll("20.*? (?=[ab])", "")))
                .containsExactly("0 a1", "0 more of a1", "1 b1", "1 b2", "0 a2");
        assertThat(page().rows().getFirst().origin())
                .isEqualTo(
                        new Origin.Printed(
                                new Rank(0), LogStream.STDOUT, START.plusSeconds(5), true));
    }

    @Test
    void an_older_traceback_is_kept_together() throws IOException {
        String traceback =
                """
                Traceback (most recent call last):
                  File "a.py", line 1, in f
                ValueError: bad
                """;
        file(0, LogStream.STDOUT).append(traceback);
        file(1, LogStream.STDOUT).append(traceback);

        look(part(0, 2));

        assertThat(rows().stream().map(row -> row.substring(0, 1)))
                .containsExactly("0", "0", "0", "1", "1", "1");
    }

    @Test
    void lines_without_an_end_come_last_until_they_have_one() throws IOException {
        look(part(0, 2));

        print(0, "\r 10%");
        print(1, "done\n");
        assertThat(rows()).containsExactly("1 done", "0  10%");
        print(0, "\r 20%");
        assertThat(rows()).containsExactly("1 done", "0  20%");
        print(0, "\r100%\n");
        print(1, "bye\n");

        assertThat(rows()).containsExactly("1 done", "0 100%", "1 bye");
    }

    @Test
    void a_new_attempt_begins_below_a_rule_that_says_why() throws IOException {
        look(part(0, 1));
        print(0, "first\n");
        print(0, "cut sho");

        log.extend(new Part(1, now, "restart 1: rank 0 was killed", List.of(writer(0), writer(1))));
        file(1, LogStream.STDOUT).append("second\n");

        assertThat(rows())
                .startsWith(
                        "0 first", "0 cut sho", "- ── attempt 1: restart 1: rank 0 was killed ──");
    }

    @Test
    void a_worker_that_starts_later_joins_in() throws IOException {
        look(part(0, 1));
        print(0, "a\n");

        file(1, LogStream.STDOUT);
        file(1, LogStream.STDERR).append("b\n");
        log.extend(new Part(0, START, "start", List.of(writer(1))));

        assertThat(rows()).containsExactly("0 a", "1 b");
    }

    @Test
    void a_stream_that_cannot_be_opened_is_said_and_does_not_keep_the_others() throws IOException {
        file(0, LogStream.STDOUT).append("a\n");
        log.extend(new Part(0, START, "start", List.of(writer(0), writer(7))));

        assertThat(rows()).contains("0 a");
        assertThat(rows()).anyMatch(it -> it.contains("rank 7, stdout cannot be read: no file"));
    }

    @Test
    void a_traceback_that_others_print_into_stays_an_error() throws IOException {
        look(part(0, 2));
        print(0, "Traceback (most recent call last):\n");
        print(1, "fine\n");
        print(0, "  File \"a.py\", line 1\n");
        print(1, "fine\n");
        print(0, "    x = f()\n");

        document.ask(new Query(Optional.empty(), Query.Showing.ALL, true));

        assertThat(rows()).hasSize(3).allMatch(row -> row.startsWith("0"));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void nothing_is_lost_doubled_or_put_out_of_its_own_order(long seed) throws IOException {
        var random = new Random(seed);
        var printed = new ArrayList<List<String>>();
        for (int rank = 0; rank < 3; rank++) {
            var own = new ArrayList<String>();
            printed.add(own);
            for (int i = random.nextInt(2000); i > 0; i--)
                file(rank, LogStream.STDOUT).append(line(own, random));
        }
        look(part(0, 3));
        for (int i = 0; i < 200; i++) {
            int rank = random.nextInt(3);
            file(rank, LogStream.STDOUT).append(line(printed.get(rank), random));
            if (random.nextInt(4) == 0) look();
            if (random.nextInt(9) == 0) Pages.lastRows(document, 20);
        }

        List<String> all = rows();

        for (int rank = 0; rank < 3; rank++) {
            String mine = rank + " ";
            assertThat(
                            all.stream()
                                    .filter(it -> it.startsWith(mine))
                                    .map(it -> it.substring(2))
                                    .toList())
                    .isEqualTo(printed.get(rank));
        }
    }

    static LongStream seeds() {
        return LongStream.range(0, 10);
    }

    private static String line(List<String> printed, Random random) {
        String line = "line " + printed.size() + "-".repeat(random.nextInt(80));
        printed.add(line);
        return line + "\n";
    }

    private static Writer writer(int rank) {
        return new Writer(new Rank(rank), new LocalRank(rank), START, Optional.empty());
    }

    private Part part(int attempt, int ranks) {
        for (int rank = 0; rank < ranks; rank++) {
            for (var stream : LogStream.values()) file(rank, stream);
        }
        return new Part(
                attempt,
                START,
                "start",
                IntStream.range(0, ranks).mapToObj(MergedLogTest::writer).toList());
    }

    private FakeLog file(int rank, LogStream stream) {
        return files.computeIfAbsent(rank + stream.word(), _ -> new FakeLog());
    }

    private FakeLog open(int attempt, Writer writer, LogStream stream) throws IOException {
        String name = writer.localRank() + stream.word();
        return Optional.ofNullable(files.get(name)).orElseThrow(() -> new IOException("no file"));
    }

    private void print(int rank, String text) throws IOException {
        file(rank, LogStream.STDOUT).append(text);
        look();
    }

    private void look(Part part) throws IOException {
        log.extend(part);
        look();
    }

    /** Lets some time pass and looks what there is. */
    private void look() throws IOException {
        now = now.plusMillis(50);
        Pages.settle(document);
    }

    private LogPage page() throws IOException {
        var viewport = new Viewport(0, new Place.From(0, 0, 0), 100_000, new Columns(0, 1000));
        return document.page(viewport);
    }

    /** Every row, with the rank that printed it before it. */
    private List<String> rows() throws IOException {
        look();
        return page().rows().stream().map(row -> who(row) + " " + row.text().plain()).toList();
    }

    private static String who(LogRow row) {
        return row.origin() instanceof Origin.Printed printed ? printed.rank().toString() : "-";
    }

    private static String at(int seconds) {
        return START.plusSeconds(seconds)
                .atZone(ZoneId.systemDefault())
                .toLocalDateTime()
                .toString()
                .replace('T', ' ')
                .replaceFirst("^(.{16})$", "$1:00");
    }
}
