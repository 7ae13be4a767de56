package dev.muster.agent.history;

import dev.muster.agent.job.JobSpec;
import dev.muster.agent.journal.SpecJson;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What a run was started with, one name and one text for each thing that can be said; of the
 * environment only the names. Taken from what is written of a spec, so that nothing is left out.
 */
public final class Settings {
    private static final JsonMapper JSON = new JsonMapper();

    private Settings() {}

    /** In the order of {@code spec.json}: {@code max restarts}, {@code nodes endpoint} … */
    public static Map<String, String> of(JobSpec spec) {
        var settings = new LinkedHashMap<String, String>();
        put(settings, "", JSON.readTree(SpecJson.text(spec)));
        return settings;
    }

    private static void put(Map<String, String> settings, String name, JsonNode value) {
        if (value.isObject()) {
            value.propertyStream()
                    .forEach(
                            field ->
                                    put(
                                            settings,
                                            (name + " " + inWords(field.getKey())).strip(),
                                            field.getValue()));
        } else {
            settings.put(name, value.isString() ? value.asString() : value.toString());
        }
    }

    /** {@code maxRestarts} as {@code max restarts}. */
    private static String inWords(String name) {
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }
}
