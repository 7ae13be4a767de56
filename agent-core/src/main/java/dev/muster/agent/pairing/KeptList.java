package dev.muster.agent.pairing;

import dev.muster.agent.journal.Fields;
import dev.muster.agent.journal.JsonText;
import dev.muster.agent.journal.UnreadableRecord;

import tools.jackson.core.JsonGenerator;

import java.io.IOException;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * A list in a file of its own: an object with the one field {@code name}.
 *
 * @param writer writes the fields of one
 */
record KeptList<T>(
        PrivateFiles files,
        String name,
        Function<Fields, T> reader,
        BiConsumer<T, JsonGenerator> writer) {
    String file() {
        return name + ".json";
    }

    /** Empty as long as nobody wrote it. */
    List<T> read() throws IOException {
        String text = files.read(file()).orElse("{\"%s\":[]}".formatted(name));
        try {
            return Fields.parse(text).objects(name).stream().map(reader).toList();
        } catch (UnreadableRecord e) {
            throw new IOException(
                    "%s is not what it should be: %s".formatted(file(), e.getMessage()), e);
        }
    }

    /** Within {@link PrivateFiles#alone}. */
    void write(List<T> all) throws IOException {
        files.write(
                file(),
                JsonText.object(
                        json -> {
                            json.writeArrayPropertyStart(name);
                            for (T one : all) {
                                json.writeStartObject();
                                writer.accept(one, json);
                                json.writeEndObject();
                            }
                            json.writeEndArray();
                        }));
    }
}
