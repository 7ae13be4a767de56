package dev.muster.agent.control.client;

import dev.muster.agent.control.client.ControlFailure.Malformed;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Cuts bytes into server-sent events (HTML Living Standard §9.2), of lines that end in a line feed,
 * or a carriage return and one. Pieces may be cut anywhere. What is longer than an event may be, or
 * no UTF-8, is thrown out with everything behind it: such a stream is never repaired.
 */
final class ServerEventDecoder {
    private final int longest;
    private final Consumer<ServerEvent> events;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final StringBuilder data = new StringBuilder();
    private String name = "message";
    private Optional<String> id = Optional.empty();
    private boolean hasData;

    /**
     * @param longest bytes of an event, its name and id included
     */
    ServerEventDecoder(int longest, Consumer<ServerEvent> events) {
        this.longest = longest;
        this.events = events;
    }

    void take(ByteBuffer piece) {
        while (piece.hasRemaining()) {
            int end = indexOfLineFeed(piece);
            var part = new byte[end - piece.position()];
            if (line.size() + data.length() + part.length > longest) {
                throw new Malformed(
                        "an event of the agent is longer than %d bytes".formatted(longest));
            }
            piece.get(part);
            line.writeBytes(part);
            if (!piece.hasRemaining()) return;
            piece.get();
            String text = text(line.toByteArray());
            line.reset();
            take(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
        }
    }

    private static int indexOfLineFeed(ByteBuffer piece) {
        int at = piece.position();
        while (at < piece.limit() && piece.get(at) != '\n') at++;
        return at;
    }

    private static String text(byte[] line) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
        } catch (CharacterCodingException _) {
            throw new Malformed("an event of the agent is not UTF-8");
        }
    }

    private void take(String text) {
        if (text.isEmpty()) {
            dispatch();
            return;
        }
        int colon = text.indexOf(':');
        if (colon == 0) return; // a sign of life
        String field = colon < 0 ? text : text.substring(0, colon);
        String value = colon < 0 ? "" : text.substring(colon + 1);
        if (value.startsWith(" ")) value = value.substring(1);
        switch (field) {
            case "event" -> name = value;
            case "id" -> id = Optional.of(value);
            case "data" -> {
                if (hasData) data.append('\n');
                data.append(value);
                hasData = true;
            }
            default -> {
                // a field of a later version
            }
        }
    }

    private void dispatch() {
        if (hasData) events.accept(new ServerEvent(name, id, data.toString()));
        name = "message";
        id = Optional.empty();
        data.setLength(0);
        if (data.capacity() > 1 << 16) data.trimToSize();
        hasData = false;
    }
}
