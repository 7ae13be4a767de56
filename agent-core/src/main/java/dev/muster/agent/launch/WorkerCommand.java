package dev.muster.agent.launch;

import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.NumaBinding;
import dev.muster.agent.job.PythonTemplate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The command line of one worker (spec/elastic-agent §4.2, §5.2). */
public final class WorkerCommand {
    private WorkerCommand() {}

    /**
     * The program and its arguments, with the rank put in where an argument asks for it; to
     * torchrun, whose program is the interpreter, the name of a script or module is one.
     */
    public static List<String> of(JobSpec spec, LocalRank localRank) {
        var command = new ArrayList<String>();
        switch (spec.entrypoint()) {
            case Entrypoint.Script(var file) -> {
                command.addAll(List.of(interpreter(spec), "-u"));
                command.add(substitute(file, localRank));
            }
            case Entrypoint.Module(var name) -> {
                command.addAll(List.of(interpreter(spec), "-u", "-m"));
                command.add(substitute(name, localRank));
            }
            case Entrypoint.Program(var program) -> command.add(program);
            case Entrypoint.Callable function ->
                    throw new IllegalArgumentException(
                            "%s (expected: what has a command line; a call has its own)"
                                    .formatted(function.shortName()));
        }
        command.addAll(arguments(spec.arguments(), localRank));
        return bound(spec, localRank, command);
    }

    /** The same command, kept to the processors of that worker where the spec names some. */
    public static List<String> bound(JobSpec spec, LocalRank localRank, List<String> command) {
        var bound = new ArrayList<String>();
        spec.devices().numa().ifPresent(numa -> bound.addAll(keepingTo(numa, localRank)));
        bound.addAll(command);
        return List.copyOf(bound);
    }

    /** The arguments, with the rank put in where one asks for it. */
    public static List<String> arguments(List<String> arguments, LocalRank localRank) {
        return arguments.stream().map(argument -> substitute(argument, localRank)).toList();
    }

    private static List<String> keepingTo(NumaBinding numa, LocalRank localRank) {
        return List.of("numactl", "--physcpubind=" + numa.processors().get(localRank.value()));
    }

    private static String interpreter(JobSpec spec) {
        return spec.python()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "spec without an interpreter (expected: one for a script or"
                                                + " module)"))
                .toString();
    }

    /**
     * Knows {@code local_rank} alone; other names stay as they are, {@code $$} becomes a dollar.
     */
    static String substitute(String argument, LocalRank localRank) {
        return PythonTemplate.substitute(argument, Map.of("local_rank", localRank.toString()));
    }
}
