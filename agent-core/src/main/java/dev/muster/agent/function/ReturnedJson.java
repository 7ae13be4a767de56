package dev.muster.agent.function;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/**
 * What a Java function returned, as JSON: nothing is guessed, so a value that is not of JSON's own
 * kinds is refused.
 */
final class ReturnedJson {
    static final long MOST_BYTES = 64L << 20;

    private static final JsonFactory JSON = new JsonFactory();

    private final JsonGenerator json;
    private final String rank;

    private ReturnedJson(JsonGenerator json, String rank) {
        this.json = json;
        this.rank = rank;
    }

    /**
     * All or nothing: whoever finds the file finds the whole value.
     *
     * @throws IllegalArgumentException naming the rank and what it returned, when JSON cannot hold
     *     that or it is too large
     */
    static void keep(@Nullable Object value, Path file) throws IOException {
        String rank = String.valueOf(file.getName(file.getNameCount() - 2)); // its folder's name
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try (OutputStream out = new Limited(Files.newOutputStream(part), rank);
                var json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            new ReturnedJson(json, rank).write(value);
        } catch (StreamConstraintsException e) {
            throw new IllegalArgumentException(
                    "rank %s returned what JSON cannot hold: %s".formatted(rank, e.getMessage()),
                    e);
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private void write(@Nullable Object value) {
        switch (value) {
            case null -> json.writeNull();
            case Boolean truth -> json.writeBoolean(truth);
            case CharSequence text -> json.writeString(text.toString());
            case Number number -> writeNumber(number);
            case JsonNode node -> json.writeRawValue(JsonMapper.shared().writeValueAsString(node));
            case Map<?, ?> map -> writeMap(map);
            case Iterable<?> values -> {
                json.writeStartArray();
                values.forEach(this::write);
                json.writeEndArray();
            }
            case Object array when array.getClass().isArray() -> {
                json.writeStartArray();
                for (int i = 0; i < Array.getLength(array); i++) write(Array.get(array, i));
                json.writeEndArray();
            }
            default -> throw refused("a " + value.getClass().getName());
        }
    }

    private void writeNumber(Number number) {
        switch (number) {
            case BigDecimal exact -> json.writeNumber(exact);
            case BigInteger whole -> json.writeNumber(whole);
            case Double real when Double.isFinite(real) -> json.writeNumber(real);
            case Float real when Float.isFinite(real) -> json.writeNumber(real);
            case Double _, Float _ -> throw refused("the number " + number);
            case Long _, Integer _, Short _, Byte _ -> json.writeNumber(number.longValue());
            default -> throw refused("a " + number.getClass().getName());
        }
    }

    private void writeMap(Map<?, ?> map) {
        json.writeStartObject();
        map.forEach(
                (key, value) -> {
                    if (!(key instanceof String name)) {
                        throw refused("a map with a key that is no String");
                    }
                    json.writeName(name);
                    write(value);
                });
        json.writeEndObject();
    }

    private IllegalArgumentException refused(String what) {
        return new IllegalArgumentException(
                ("rank %s returned %s, which JSON cannot hold (expected: null, Booleans, numbers,"
                                + " Strings, Lists and Maps of these)")
                        .formatted(rank, what));
    }

    /** Ends a value that is too large before it fills the disk. */
    private static final class Limited extends FilterOutputStream {
        private final String rank;
        private long written;

        Limited(OutputStream out, String rank) {
            super(out);
            this.rank = rank;
        }

        @Override
        public void write(int b) throws IOException {
            count(1);
            out.write(b);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            count(length);
            out.write(bytes, from, length);
        }

        private void count(int more) {
            written += more;
            if (written <= MOST_BYTES) return;
            throw new IllegalArgumentException(
                    "rank %s returned more than %d MiB of JSON (expected: at most that)"
                            .formatted(rank, MOST_BYTES >> 20));
        }
    }
}
