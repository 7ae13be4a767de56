package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.IntStream;

@DisplayName("row 17: nothing that a worker prints steers the terminal")
class TerminalStreamTest {
    private static final String ATTACK =
            "title \u001b]0;owned\u0007 link \u001b]8;;http://x\u001b\\y clip"
                + " \u001b]52;c;ZQ==\u0007 up \u001b[1A home \u001b[H clear \u001b[2J c1 \u009b2J"
                + " dcs \u001bP1$r bidi \u202egnp.exe\u2066 del \u007f ok ü 漢 😀\n";
    private static final String SHOWN =
            "title ␛]0;owned␇ link ␛]8;;http://x␛\\y clip ␛]52;c;ZQ==␇"
                    + " up ␛[1A home ␛[H clear ␛[2J c1 <U+009B>2J dcs ␛P1$r"
                    + " bidi <U+202E>gnp.exe<U+2066> del ␡ ok ü 漢 😀\n";

    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
    private final TerminalStream lines = stream(false);
    private final TerminalStream plain = stream(true);

    static IntStream everyCut() {
        return IntStream.rangeClosed(0, ATTACK.getBytes(StandardCharsets.UTF_8).length);
    }

    @ParameterizedTest
    @MethodSource("everyCut")
    void escape_sequences_are_shown_and_not_obeyed_wherever_the_output_is_cut(int cut)
            throws IOException {
        byte[] bytes = ATTACK.getBytes(StandardCharsets.UTF_8);

        lines.write(bytes, 0, cut);
        lines.write(bytes, cut, bytes.length - cut);

        assertThat(screen()).isEqualTo(SHOWN);
    }

    @Test
    void colours_pass_and_do_not_reach_the_next_workers_line() throws IOException {
        write(lines, "\u001b[1;38:5:9mred\u001b[m plain\n\u001b[32mgreen\nafter\n");

        assertThat(screen())
                .isEqualTo(
                        "\u001b[1;38:5:9mred\u001b[m plain\u001b[0m\n"
                                + "\u001b[32mgreen\u001b[0m\n"
                                + "after\n");
    }

    @Test
    void a_stream_with_the_line_for_itself_may_write_it_anew() throws IOException {
        write(plain, "\r\u001b[K10%\b\b20%\u001b[31m\n\u001b[2J");

        assertThat(screen()).isEqualTo("\r\u001b[K10%\b\b20%\u001b[31m\n␛[2J");
    }

    @Test
    void among_other_workers_lines_nobody_goes_back_in_his_own() throws IOException {
        write(lines, "a\rb\b\u001b[K\n");

        assertThat(screen()).isEqualTo("a␍b␈␛[K\n");
    }

    @Test
    void a_million_parameters_are_shown_in_linear_time() throws IOException {
        String attack = "\u001b[" + "1;".repeat(1_000_000) + "m\n";

        write(lines, attack);

        assertThat(screen()).isEqualTo(attack.replace('\u001b', '␛'));
    }

    @Test
    @DisplayName("row 16: bytes that are no text become replacement characters on a terminal")
    void bytes_that_are_no_text_become_replacement_characters() throws IOException {
        lines.write(new byte[] {'a', (byte) 0xff, 0, (byte) 0xc3}, 0, 4);
        lines.write(new byte[] {(byte) 0xbc, (byte) 0xe2, '\n'}, 0, 3);

        assertThat(screen()).isEqualTo("a\ufffd␀ü\ufffd\n");
    }

    @Test
    void random_bytes_never_bring_a_control_character_through() throws IOException {
        var bytes = new byte[1 << 20];
        new Random(5).nextBytes(bytes);

        for (int from = 0; from < bytes.length; from += 1 << 16) lines.write(bytes, from, 1 << 16);

        String uncoloured = screen().replaceAll("\u001b\\[[0-9;:]{0,64}m", "");
        assertThat(uncoloured.chars().filter(Character::isISOControl).mapToObj(Character::toString))
                .containsOnly("\n", "\t");
    }

    @Test
    void a_terminal_that_is_gone_is_an_error() {
        var gone =
                new OutputStream() {
                    @Override
                    public void write(int one) throws IOException {
                        throw new IOException("closed");
                    }
                };
        var stream = new TerminalStream(new PrintStream(gone), false);

        assertThatThrownBy(() -> write(stream, "x\n")).isInstanceOf(IOException.class);
    }

    private TerminalStream stream(boolean ownsLine) {
        return new TerminalStream(new PrintStream(screen, true, StandardCharsets.UTF_8), ownsLine);
    }

    private static void write(TerminalStream stream, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        stream.write(bytes, 0, bytes.length);
    }

    private String screen() {
        return screen.toString(StandardCharsets.UTF_8);
    }
}
