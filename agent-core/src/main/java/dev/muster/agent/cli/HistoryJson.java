package dev.muster.agent.cli;

import dev.muster.agent.history.Comparison;
import dev.muster.agent.history.Deletion;
import dev.muster.agent.history.HistoryFigures;
import dev.muster.agent.history.PastRun;
import dev.muster.agent.history.Removal;
import dev.muster.agent.history.Settings;
import dev.muster.agent.journal.KeptSpec;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Past runs for scripts. Names are written out here, whatever the fields are called. */
final class HistoryJson {
    private static final JsonMapper JSON = new JsonMapper();

    private HistoryJson() {}

    static ObjectNode of(PastRun run) {
        ObjectNode json = JSON.createObjectNode();
        json.put("run", run.run().value());
        json.put("state", run.state().words());
        json.put("name", run.name());
        json.put("arguments", run.arguments());
        json.put("host", run.host());
        json.put("started", run.startedAt().toString());
        run.endedAt().ifPresent(end -> json.put("ended", end.toString()));
        run.exitCode().ifPresent(code -> json.put("exitCode", code));
        json.put("workers", run.workers());
        json.put("attempts", run.attempts());
        json.put("restarts", run.restarts());
        json.put("because", run.because());
        json.put("bytes", run.bytes());
        run.logDir().map(Path::toString).ifPresent(logs -> json.put("logDir", logs));
        run.damage().ifPresent(damage -> json.put("damage", damage));
        return json;
    }

    /** Of the environment the names only. */
    static ObjectNode settings(KeptSpec kept) {
        ObjectNode json = JSON.createObjectNode();
        Settings.of(kept.spec()).forEach(json::put);
        return json;
    }

    static ObjectNode of(Comparison comparison) {
        ObjectNode json = JSON.createObjectNode();
        json.put("left", comparison.left().run().value());
        json.put("right", comparison.right().run().value());
        json.set("settings", differences(comparison.settings()));
        ArrayNode environment = json.putArray("environment");
        for (Comparison.VariableDifference variable : comparison.environment()) {
            environment
                    .addObject()
                    .put("name", variable.name())
                    .put("change", inWords(variable.change()));
        }
        json.set("results", differences(comparison.results()));
        return json;
    }

    static ObjectNode of(Deletion deletion) {
        ObjectNode json = JSON.createObjectNode();
        json.put("run", deletion.run().value());
        switch (deletion) {
            case Deletion.Deleted(_, var bytes, var logsLeft) -> {
                json.put("deleted", true).put("bytes", bytes);
                logsLeft.map(Path::toString).ifPresent(logs -> json.put("logsLeft", logs));
            }
            case Deletion.Refused(_, var because) ->
                    json.put("deleted", false).put("because", because);
        }
        return json;
    }

    static ObjectNode of(Removal removal) {
        return JSON.createObjectNode()
                .put("at", removal.at().toString())
                .put("run", removal.run().value())
                .put("name", removal.name())
                .put("bytes", removal.bytes())
                .put("because", removal.because());
    }

    /** A limit that is absent is none. */
    static ObjectNode of(HistoryFigures figures) {
        ObjectNode json = JSON.createObjectNode();
        put(json.putObject("kept"), figures.kept());
        ObjectNode limits = json.putObject("limits");
        figures.limits().runs().ifPresent(runs -> limits.put("runs", runs));
        figures.limits().bytes().ifPresent(bytes -> limits.put("bytes", bytes));
        figures.limits().age().ifPresent(age -> limits.put("days", age.toDays()));
        put(json.putObject("nextRemoved"), figures.surplus());
        figures.removed()
                .ifPresent(
                        last ->
                                put(
                                        json.putObject("lastRemoved")
                                                .put("at", last.at().toString()),
                                        last.what()));
        figures.problem().ifPresent(problem -> json.put("problem", problem));
        return json;
    }

    private static void put(ObjectNode json, HistoryFigures.Amount amount) {
        json.put("runs", amount.runs()).put("bytes", amount.bytes());
    }

    /** One value, or one a line. */
    static void print(List<ObjectNode> values, OutputForm form, Terminal terminal) {
        if (form == OutputForm.jsonl) {
            values.forEach(value -> terminal.out().println(value));
        } else {
            terminal.out().println(JSON.createArrayNode().addAll(values).toPrettyString());
        }
    }

    static String inWords(Comparison.Change change) {
        return change.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static ArrayNode differences(List<Comparison.Difference> differences) {
        ArrayNode all = JSON.createArrayNode();
        for (Comparison.Difference difference : differences) {
            ObjectNode json = all.addObject().put("name", difference.name());
            difference.left().ifPresent(text -> json.put("left", text));
            difference.right().ifPresent(text -> json.put("right", text));
        }
        return all;
    }
}
