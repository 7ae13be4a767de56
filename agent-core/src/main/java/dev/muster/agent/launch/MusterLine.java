package dev.muster.agent.launch;

import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LinePrefix;
import dev.muster.agent.job.SaveFirst;
import dev.muster.agent.job.StopTerms;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The line of {@code muster run} that starts the same again. */
public final class MusterLine {
    private MusterLine() {}

    /**
     * All that the spec says, what torchrun has no flag for too; what has its default is left out.
     * It begins with {@code cd}, so it can be pasted anywhere on the same machine.
     */
    public static String of(JobSpec spec) {
        var words = new ArrayList<>(List.of("muster", "run"));
        spec.python().ifPresent(python -> words.addAll(List.of("--python", python.toString())));
        words.addAll(TorchrunWords.flags(spec));
        String prefix = spec.streams().prefix().template();
        if (!prefix.equals(LinePrefix.DEFAULT.template())) {
            words.add(
                    "--log-line-prefix-template=" + prefix); // attached: it may begin with a minus
        }
        Duration grace = spec.stopping().grace();
        if (!grace.equals(StopTerms.DEFAULT_GRACE)) {
            words.addAll(List.of("--shutdown-timeout", DraftOfSpec.seconds(grace)));
        }
        spec.stopping().saveFirst().ifPresent(first -> words.addAll(saving(first)));
        words.addAll(TorchrunWords.entrypoint(spec));
        words.addAll(spec.arguments());
        return TerminalLine.of(spec, spec.environment(), words);
    }

    private static List<String> saving(SaveFirst first) {
        return List.of(
                "--save-signal",
                first.signal().name(),
                "--save-timeout",
                DraftOfSpec.seconds(first.within()));
    }
}
