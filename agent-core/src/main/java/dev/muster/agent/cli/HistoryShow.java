package dev.muster.agent.cli;

import dev.muster.agent.event.AttemptView;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.history.DurationWords;
import dev.muster.agent.history.OpenedRun;
import dev.muster.agent.history.PastRun;
import dev.muster.agent.history.Settings;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.journal.KeptSpec;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** {@code muster history show RUN}. */
@Command(
        name = "muster history show",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description = "Shows how a run went, and what it was started with.")
final class HistoryShow {
    private final Terminal terminal;

    @Parameters(paramLabel = "RUN", description = "Which run.")
    private String run = "";

    @Mixin private final OutputFlag output = new OutputFlag();

    HistoryShow(Terminal terminal) {
        this.terminal = terminal;
    }

    int call(List<String> line) {
        return HistoryCall.call(
                "muster history",
                line,
                this,
                terminal,
                (history, _) -> {
                    OpenedRun opened = history.open(HistoryCall.run(history, run));
                    output.print(List.of(json(opened)), terminal, () -> tell(opened));
                    return ExitCodes.OK;
                });
    }

    private static ObjectNode json(OpenedRun opened) {
        ObjectNode json = HistoryJson.of(opened.run());
        json.put("folder", opened.folder().toString());
        opened.spec().ifPresent(kept -> json.set("settings", HistoryJson.settings(kept)));
        return json;
    }

    private void tell(OpenedRun opened) {
        PastRun about = opened.run();
        var table = new TextTable("run", about.run().value());
        table.row("state", about.state().words());
        table.row("because", about.because());
        table.row("started", about.startedAt().toString());
        about.endedAt()
                .ifPresent(
                        end -> {
                            table.row("ended", end.toString());
                            Duration took = Duration.between(about.startedAt(), end);
                            table.row("took", DurationWords.of(took));
                        });
        about.exitCode().ifPresent(code -> table.row("exit code", Integer.toString(code)));
        table.row("host", about.host());
        table.row("folder", opened.folder().toString());
        about.damage().ifPresent(damage -> table.row("damage", damage));
        opened.recording()
                .present()
                .map(JobSnapshot::attempts)
                .orElse(List.of())
                .forEach(attempt -> table.row("attempt " + attempt.attempt(), inWords(attempt)));
        opened.spec().ifPresent(kept -> settings(kept, table));
        table.print(terminal.out());
    }

    private static String inWords(AttemptView attempt) {
        Optional<String> end = attempt.endedBecause();
        return attempt.because() + end.map(why -> "; ended: " + why).orElse("");
    }

    private static void settings(KeptSpec kept, TextTable table) {
        JobSpec spec = kept.spec();
        Settings.of(spec).forEach((name, value) -> table.row(name, value));
        var lost = new ArrayList<>(new TreeSet<>(kept.withoutValue()));
        if (!lost.isEmpty()) table.row("values not kept", String.join(", ", lost));
    }
}
