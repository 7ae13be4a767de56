package dev.muster.agent.cli;

import dev.muster.agent.OwnEnvironment;
import dev.muster.agent.history.ByteWords;
import dev.muster.agent.history.History;
import dev.muster.agent.history.KeepLimits;
import dev.muster.agent.history.KeepSettings;
import dev.muster.agent.history.Removal;
import dev.muster.agent.home.MusterHome;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code muster history prune}: what the cockpit does by itself, now, and with other limits. */
@Command(
        name = "muster history prune",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description = {
            "Removes the runs that ended first where there are more than are to be kept; never one"
                    + " that runs, nor one that ended within a day.",
            "Without flags the limits are those of history.json in the folder of settings: keepGiB,"
                    + " keepRuns and keepDays."
        })
final class HistoryPrune {
    private final Terminal terminal;

    @Option(names = "--keep-gib", paramLabel = "N", description = "Keep at most so many GiB.")
    private @Nullable Double gib;

    @Option(names = "--keep-runs", paramLabel = "N", description = "Keep at most so many runs.")
    private @Nullable Integer runs;

    @Option(names = "--keep-days", paramLabel = "N", description = "Keep runs for so many days.")
    private @Nullable Integer days;

    @Mixin private final OutputFlag output = new OutputFlag();

    HistoryPrune(Terminal terminal) {
        this.terminal = terminal;
    }

    int call(List<String> line) {
        return HistoryCall.call("muster history", line, this, terminal, this::prune);
    }

    private int prune(History history, Map<String, String> environment) throws IOException {
        List<Removal> removed = history.keepWithin(limits());
        output.print(removed.stream().map(HistoryJson::of).toList(), terminal, () -> tell(removed));
        return ExitCodes.OK;
    }

    private void tell(List<Removal> removed) {
        if (removed.isEmpty()) say("nothing is more than is to be kept");
        for (Removal run : removed) {
            say(
                    "removed run %s of %s, %s: %s"
                            .formatted(
                                    run.run(),
                                    run.name(),
                                    ByteWords.of(run.bytes()),
                                    run.because()));
        }
    }

    private KeepLimits limits() {
        if (gib == null && runs == null && days == null) {
            KeepSettings.Reading settings = KeepSettings.read(MusterHome.of(OwnEnvironment.read()));
            settings.problem().ifPresent(this::say);
            return settings.limits();
        }
        return new KeepLimits(
                Optional.ofNullable(gib).map(number -> (long) (number * (1L << 30))),
                Optional.ofNullable(runs),
                Optional.ofNullable(days).map(Duration::ofDays));
    }

    private void say(String sentence) {
        HistoryCall.say("muster history", sentence, terminal);
    }
}
