package dev.muster.gui.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

class RowDecoderTest {
    @Test
    void text_without_colours_is_one_plain_run() throws IOException {
        assertThat(decode("step 1 · loss").runs())
                .containsExactly(new TextRun(0, 13, "step 1 · loss", TextStyle.PLAIN));
    }

    @Test
    void a_colour_lasts_until_it_is_reset() throws IOException {
        var red = TextStyle.PLAIN.withText(new Ink.Named(1));

        assertThat(decode("a\u001b[31mred\u001b[0mb").runs())
                .containsExactly(
                        new TextRun(0, 1, "a", TextStyle.PLAIN),
                        new TextRun(1, 3, "red", red),
                        new TextRun(4, 1, "b", TextStyle.PLAIN));
    }

    @ParameterizedTest
    @CsvSource({
        "38;5;196, 255, 0, 0",
        "38;5;244, 128, 128, 128",
        "38;2;1;2;3, 1, 2, 3",
        "38:2::1:2:3, 1, 2, 3",
        "38;2;999;2;3, 255, 2, 3"
    })
    void exact_colours_come_in_several_notations(String code, int red, int green, int blue)
            throws IOException {
        assertThat(decode("\u001b[" + code + "mx").runs())
                .extracting(run -> run.style().text())
                .containsExactly(new Ink.Exact(red, green, blue));
    }

    @Test
    void several_codes_in_one_sequence_add_up() throws IOException {
        var style = decode("\u001b[1;4;7;93;44mx").runs().getFirst().style();

        assertThat(style.bold() && style.underlined() && style.inverse()).isTrue();
        assertThat(style.text()).isEqualTo(new Ink.Named(11));
        assertThat(style.ground()).isEqualTo(new Ink.Named(4));
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "6", "8", "9999999999", "38", "38;5", "48;7;1"})
    void codes_that_hide_blink_or_mean_nothing_change_no_text(String code) throws IOException {
        assertThat(decode("\u001b[" + code + "mx").plain()).isEqualTo("x");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "clears the screen | '\u001b[2J' | ␛[2J",
                "moves the cursor | '\u001b[1;1H' | ␛[1;1H",
                "sets the title | '\u001b]0;x\u0007' | ␛]0;x␇",
                "writes a clipboard | '\u001b]52;c;eA==\u001b\\' | ␛]52;c;eA==␛\\",
                "is a device string | '\u001bP+q\u001b\\' | ␛P+q␛\\",
                "is private | '\u001b[?1049h' | ␛[?1049h",
                "is private colour | '\u001b[>4;1m' | ␛[>4;1m",
                "is an 8-bit control | '\u009b31mx' | <U+009B>31mx",
                "turns text around | '\u202Egp.exe\u202C' | <U+202E>gp.exe<U+202C>",
                "isolates | '\u2066x\u2069' | <U+2066>x<U+2069>",
                "is invisible | 'a\u200Bb' | a<U+200B>b",
                "ends a line | 'a\u2028b' | a<U+2028>b",
                "is a backspace | 'a\bb' | a␈b",
                "is a delete | 'a\u007Fb' | a␡b"
            })
    void whatever_steers_a_terminal_is_shown_and_not_obeyed(String what, String bytes, String shown)
            throws IOException {
        assertThat(decode(bytes).plain()).as(what).isEqualTo(shown);
    }

    @Test
    void nuls_are_visible() throws IOException {
        assertThat(decode("a\0\0b").plain()).isEqualTo("a␀␀b");
    }

    @Test
    void a_rewritten_line_shows_its_last_state_only() throws IOException {
        assertThat(decode("evil\rgood").plain()).isEqualTo("good");
    }

    @ParameterizedTest
    @CsvSource({
        "80, �",
        "C3 28, �(",
        "C0 AF, ��",
        "E2 82, �",
        "E2 28 A1, �(�",
        "ED A0 80, ���",
        "F0 9F 98, �",
        "F4 90 80 80, ����",
        "FF FE 41, ��A",
        "C3 A4 FF, ä�"
    })
    void each_longest_beginning_of_no_character_is_one_replacement(String hex, String shown)
            throws IOException {
        byte[] bytes = new byte[(hex.length() + 1) / 3];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(hex.substring(3 * i, 3 * i + 2), 16);
        }

        assertThat(decode(bytes).plain()).isEqualTo(shown);
    }

    @Test
    void tabs_go_to_the_next_eighth_column() throws IOException {
        assertThat(decode("a\tb\tc").plain()).isEqualTo("a       b       c");
    }

    @Test
    void wide_characters_take_two_cells_and_accents_none() throws IOException {
        var text = decode("日e\u0301x");

        assertThat(text.runs())
                .extracting(TextRun::column, TextRun::columns, TextRun::text)
                .containsExactly(tuple(0, 2, "日"), tuple(2, 2, "e\u0301x"));
    }

    @Test
    void a_heap_of_accents_stays_small() throws IOException {
        assertThat(decode("e" + "\u0301".repeat(100_000)).plain()).hasSizeLessThan(10);
    }

    @Test
    void text_that_runs_from_right_to_left_stays_in_the_order_of_its_bytes() throws IOException {
        assertThat(decode("אבג").runs())
                .extracting(TextRun::column, TextRun::text)
                .containsExactly(tuple(0, "א"), tuple(1, "ב"), tuple(2, "ג"));
    }

    @Test
    void only_the_visible_columns_are_decoded_and_the_width_is_still_told() throws IOException {
        var text = decode("0123456789", new Columns(3, 4));

        assertThat(text.plain()).isEqualTo("3456");
        assertThat(text.runs().getFirst().column()).isEqualTo(3);
        assertThat(text.columns()).isEqualTo(10);
    }

    @Test
    void colours_before_the_visible_columns_count() throws IOException {
        var text = decode("\u001b[32m0123456789", new Columns(5, 2));

        assertThat(text.runs().getFirst().style().text()).isEqualTo(new Ink.Named(2));
    }

    @Test
    void a_colour_sequence_of_a_megabyte_is_shown_and_costs_no_more_than_its_bytes()
            throws IOException {
        var log = FakeLog.of("\u001b[" + "1;".repeat(500_000) + "mx\n");
        var document = Pages.opened(log);

        var text = Pages.lastRows(document, 1).getFirst();

        assertThat(text).startsWith("␛[1;1;1;1;");
        assertThat(document.bytesRead()).isLessThan(3 * log.size());
    }

    @Test
    void a_double_click_finds_words_numbers_and_paths() throws IOException {
        var text = decode("see /tmp/a-b.log: 2.0e-4, ok");

        assertThat(List.of(text.word(6), text.word(19), text.word(25), text.word(100)))
                .containsExactly(
                        new Columns(4, 13),
                        new Columns(18, 6),
                        new Columns(25, 0),
                        new Columns(100, 0));
    }

    private static RowText decode(String row) throws IOException {
        return decode(row.getBytes(StandardCharsets.UTF_8));
    }

    private static RowText decode(byte[] row) throws IOException {
        return decode(row, Columns.ALL);
    }

    private static RowText decode(String row, Columns visible) throws IOException {
        return decode(row.getBytes(StandardCharsets.UTF_8), visible);
    }

    private static RowText decode(byte[] row, Columns visible) throws IOException {
        var log = new FakeLog();
        log.append(row);
        log.append("\n");
        var blocks = new Blocks(log);
        blocks.grow(log.size(), log.size());
        return RowDecoder.decode(blocks, new Rows(blocks).around(0), visible);
    }
}
