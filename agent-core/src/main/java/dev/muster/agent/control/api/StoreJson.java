package dev.muster.agent.control.api;

import dev.muster.agent.journal.Fields;
import dev.muster.agent.journal.JsonText;
import dev.muster.agent.journal.UnreadableRecord;
import dev.muster.agent.store.StoreClient;
import dev.muster.agent.store.StoreClient.OpenWait;
import dev.muster.agent.store.StoreKey;
import dev.muster.agent.store.StoreReading;

import tools.jackson.core.JsonGenerator;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;

/** What a run's store holds, and who is connected to it. */
public final class StoreJson {
    private StoreJson() {}

    public static String text(StoreReading store) {
        return JsonText.object(
                json -> {
                    json.writeStringProperty("at", store.at().toString());
                    json.writeStringProperty("address", store.address());
                    json.writeNumberProperty("keys", store.keys());
                    json.writeNumberProperty("storedBytes", store.storedBytes());
                    json.writeNumberProperty("connections", store.connections());
                    json.writeNumberProperty("cutOff", store.cutOff());
                    json.writeArrayPropertyStart("listed");
                    store.listed().forEach(key -> write(json, key));
                    json.writeEndArray();
                    json.writeArrayPropertyStart("clients");
                    store.clients().forEach(client -> write(json, client));
                    json.writeEndArray();
                });
    }

    private static void write(JsonGenerator json, StoreKey key) {
        var meaning = key.meaning();
        json.writeStartObject();
        json.writeStringProperty("name", key.name());
        json.writeStringProperty("kind", meaning.kind().word());
        json.writeStringProperty("meaning", meaning.words());
        json.writeNumberProperty("bytes", key.bytes());
        json.writeStringProperty("preview", key.preview());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, StoreClient client) {
        json.writeStartObject();
        json.writeStringProperty("peer", client.peer());
        client.lastRequest().ifPresent(word -> json.writeStringProperty("lastRequest", word));
        client.openWait()
                .ifPresent(
                        wait -> {
                            json.writeStringProperty("waitsFor", wait.age().toString());
                            json.writeNumberProperty("missingInAll", wait.missingInAll());
                            json.writeArrayPropertyStart("missing");
                            wait.missing().forEach(json::writeString);
                            json.writeEndArray();
                        });
        json.writeNumberProperty("bytesIn", client.bytesIn());
        json.writeNumberProperty("bytesOut", client.bytesOut());
        json.writeEndObject();
    }

    /**
     * Reads what {@link #text} writes, whoever wrote it.
     *
     * @throws UnreadableRecord when it is something else
     */
    public static StoreReading read(String text) {
        Fields fields = Fields.parse(text);
        try {
            return new StoreReading(
                    fields.instant("at"),
                    fields.text("address"),
                    fields.integer("keys"),
                    fields.number("storedBytes"),
                    fields.integer("connections"),
                    fields.number("cutOff"),
                    fields.objects("listed").stream().map(StoreJson::key).toList(),
                    fields.objects("clients").stream().map(StoreJson::client).toList());
        } catch (IllegalArgumentException | DateTimeParseException e) {
            throw new UnreadableRecord(String.valueOf(e.getMessage()), e);
        }
    }

    private static StoreKey key(Fields fields) {
        return new StoreKey(fields.text("name"), fields.number("bytes"), fields.text("preview"));
    }

    private static StoreClient client(Fields fields) {
        return new StoreClient(
                fields.text("peer"),
                fields.maybe("lastRequest", fields::text),
                fields.maybe("waitsFor", fields::text).map(age -> openWait(fields, age)),
                fields.number("bytesIn"),
                fields.number("bytesOut"));
    }

    private static OpenWait openWait(Fields fields, String age) {
        List<String> missing = fields.texts("missing");
        return new OpenWait(missing, fields.integer("missingInAll"), Duration.parse(age));
    }
}
