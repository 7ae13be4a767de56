package dev.muster.store.recorded;

import dev.muster.store.protocol.Bytes;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Bytes that no client would send, and what one of PyTorch's own stores made of them.
 *
 * @param what they are
 * @param answer of that store
 * @param leftOpen whether it left the connection open
 */
public record Malformed(String what, Bytes sent, Bytes answer, boolean leftOpen) {
    /** Reads {@code tcpstore/<name>.json} from the test resources. */
    public static List<Malformed> read(String name) {
        String file = "/tcpstore/" + name + ".json";
        try (var in = Malformed.class.getResourceAsStream(file)) {
            if (in == null) throw new IllegalArgumentException("no recording " + file);
            return new ObjectMapper()
                    .readTree(in)
                    .valueStream()
                    .filter(row -> row.has("sent"))
                    .map(Malformed::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static Malformed of(JsonNode row) {
        return new Malformed(
                row.get("what").asString(),
                whole(hex(row.get("sent")), row.get("sent_len").asInt()),
                Bytes.adopt(hex(row.get("answer"))),
                row.get("connection").asString().contains("open"));
    }

    /** Of what is long the recording has the beginning, and the last byte of that goes on. */
    private static Bytes whole(byte[] beginning, int length) {
        byte[] whole = Arrays.copyOf(beginning, length);
        if (length > beginning.length) {
            Arrays.fill(whole, beginning.length, length, beginning[beginning.length - 1]);
        }
        return Bytes.adopt(whole);
    }

    private static byte[] hex(JsonNode text) {
        return HexFormat.of().parseHex(text.asString());
    }

    @Override
    public String toString() {
        return what;
    }
}
