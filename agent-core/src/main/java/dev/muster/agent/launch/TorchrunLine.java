package dev.muster.agent.launch;

import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobSpec;

import java.util.ArrayList;
import java.util.Map;

/** A torchrun line as people paste it, and as they can take it away again. */
public final class TorchrunLine {
    private TorchrunLine() {}

    /**
     * Reads {@code torchrun …}, {@code python -m torch.distributed.run …}, {@code python -m
     * torch.distributed.launch …} or {@code muster run …}, with what usually stands around it:
     * {@code cd} and {@code export} before, {@code VAR=value} in front, continued lines, a pipe
     * behind. {@code accelerate launch …}, {@code deepspeed …}, {@code srun …} and a script for
     * sbatch are read as far as they mean what torchrun can. Whatever cannot be taken over is named
     * in the problems, and the rest is in the draft. Variables are looked up in this process's
     * environment.
     */
    public static LaunchReading parse(String line) {
        return parse(line, System.getenv());
    }

    static LaunchReading parse(String line, Map<String, String> environment) {
        return new PastedLine(line, environment).read();
    }

    /**
     * The line that does the same in a terminal: torchrun's flags only, those with their default
     * left out. What torchrun cannot run, a function, makes it a {@link MusterLine}. It begins with
     * {@code cd}, so it can be pasted anywhere on the same machine.
     */
    public static String of(JobSpec spec) {
        if (spec.entrypoint() instanceof Entrypoint.Callable) return MusterLine.of(spec);
        var words = new ArrayList<>(TorchrunWords.launcher(spec));
        words.addAll(TorchrunWords.flags(spec));
        words.addAll(TorchrunWords.grace(spec));
        words.addAll(TorchrunWords.entrypoint(spec));
        words.addAll(spec.arguments());
        return TerminalLine.of(spec, TerminalLine.withPrefix(spec), words);
    }
}
