package dev.muster.agent.report;

import dev.muster.agent.history.Settings;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.journal.KeptSpec;
import dev.muster.agent.journal.SecretWords;
import dev.muster.agent.launch.ShellWords;

import java.util.TreeMap;

/** What it was started with; secrets covered. */
final class SettingsPart {
    private SettingsPart() {}

    static void write(Html html, KeptSpec kept) {
        JobSpec spec = kept.spec();
        html.open("section").element("h2", "Settings").open("div", "class", "panel scroll");
        html.open("table", "class", "settings").open("tbody");
        Settings.of(spec).forEach((name, value) -> setting(html, spec, name, value));
        html.close("tbody").close("table").close("div").close("section");
        if (spec.environment().isEmpty() && kept.withoutValue().isEmpty()) return;
        html.open("section").element("h2", "Environment").open("div", "class", "panel scroll");
        html.open("table", "class", "settings").open("tbody");
        new TreeMap<>(spec.environment())
                .forEach(
                        (name, value) ->
                                row(html, name, SecretWords.isSecret(name) ? Secrets.MASK : value));
        kept.withoutValue().forEach(name -> row(html, name, "its value was not kept"));
        html.close("tbody").close("table").close("div").close("section");
    }

    private static void setting(Html html, JobSpec spec, String name, String value) {
        switch (name) {
            case "environment names" -> {} // they have a table of their own
            case "arguments" -> row(html, name, words(html, spec));
            default -> row(html, name, SecretWords.isSecret(name) ? Secrets.MASK : value);
        }
    }

    private static String words(Html html, JobSpec spec) {
        return ShellWords.join(html.secrets().maskWords(spec.arguments()));
    }

    private static void row(Html html, String name, String value) {
        html.open("tr").element("th", name).open("td").element("code", value);
        html.close("td").close("tr");
    }
}
