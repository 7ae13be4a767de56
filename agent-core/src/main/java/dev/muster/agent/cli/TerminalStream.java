package dev.muster.agent.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * The way of one worker's stream to a terminal, on which nothing that a worker prints is obeyed but
 * colours: what would move the cursor to another line, set the title, fill the clipboard or turn
 * the reading direction is shown instead (spec/reliability §3, row 17). Bytes that are no UTF-8
 * become replacement characters. A stream that is shown as it is may also rewrite the line it is
 * on.
 *
 * <p>One thread. It takes time in proportion to what is printed, whatever that is.
 */
final class TerminalStream extends OutputStream {
    /** A longer sequence is no colour but an attempt on the terminal. */
    private static final int LONGEST_SEQUENCE = 64;

    private static final char ESCAPE = '\u001b';
    private static final String COLOURS_OFF = ESCAPE + "[0m";

    private final PrintStream terminal;
    private final boolean ownsLine;
    private final CharsetDecoder decoder =
            StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPLACE)
                    .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private final StringBuilder sequence = new StringBuilder();
    private final StringBuilder shown = new StringBuilder();
    private ByteBuffer undecoded = ByteBuffer.allocate(0);
    private boolean coloured;

    /**
     * @param ownsLine false when others' lines stand between its own, so that it may neither go
     *     back in its line nor leave a colour behind
     */
    TerminalStream(PrintStream terminal, boolean ownsLine) {
        this.terminal = terminal;
        this.ownsLine = ownsLine;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        CharBuffer text = decode(bytes, from, count);
        while (text.hasRemaining()) take(text.get());
        terminal.print(shown);
        shown.setLength(0);
        if (terminal.checkError()) throw new IOException("nobody takes it any more");
    }

    private CharBuffer decode(byte[] bytes, int from, int count) {
        var all = ByteBuffer.allocate(undecoded.remaining() + count);
        all.put(undecoded).put(bytes, from, count).flip();
        var text = CharBuffer.allocate(all.remaining());
        decoder.decode(all, text, false);
        undecoded = all.slice();
        return text.flip();
    }

    private void take(char next) {
        if (sequence.isEmpty()) {
            plain(next);
        } else if (sequence.length() == 1 ? next == '[' : isParameter(next)) {
            sequence.append(next);
            if (sequence.length() > LONGEST_SEQUENCE) showSequence();
        } else if (sequence.length() > 1 && isHarmless(next)) {
            coloured = next == 'm';
            shown.append(sequence).append(next);
            sequence.setLength(0);
        } else {
            showSequence();
            plain(next);
        }
    }

    private void plain(char next) {
        if (next == ESCAPE) {
            sequence.append(next);
        } else if (next == '\n' && coloured && !ownsLine) {
            shown.append(COLOURS_OFF).append(next);
            coloured = false;
        } else if (next == '\n' || ownsLine && (next == '\r' || next == '\b')) {
            shown.append(next);
        } else {
            shown.append(VisibleText.of(next));
        }
    }

    private static boolean isParameter(char next) {
        return next >= '0' && next <= '9' || next == ';' || next == ':';
    }

    /** Sets a colour, or empties the line it is on. */
    private boolean isHarmless(char last) {
        return last == 'm' || ownsLine && last == 'K';
    }

    private void showSequence() {
        for (int i = 0; i < sequence.length(); i++)
            shown.append(VisibleText.of(sequence.charAt(i)));
        sequence.setLength(0);
    }
}
