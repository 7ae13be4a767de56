package dev.muster.agent.multiprocessing;

import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.WorkerStreams;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Starts processes that belong together. */
public final class Processes {
    private Processes() {}

    /**
     * Starts a copy of a program, or a call of a function, for each local rank.
     *
     * @param name what the processes are, in front of tee'd lines
     * @param entrypoint a program or a function; scripts are a program's, the interpreter's,
     *     arguments
     * @param args by local rank; for a function each is a JSON value
     * @param envs laid over this process's environment, by local rank
     * @param streams where output goes; a temporary folder takes the place of a log folder
     * @throws IllegalArgumentException unless both maps have the local ranks 0 … n - 1
     * @throws IOException with the system's reason when one of them cannot be started; then none is
     *     left
     */
    public static PContext startProcesses(
            String name,
            Entrypoint entrypoint,
            Map<LocalRank, List<String>> args,
            Map<LocalRank, Map<String, String>> envs,
            WorkerStreams streams)
            throws IOException, InterruptedException {
        var context = new PContext(name, entrypoint, args, envs, streams);
        try {
            context.start();
            return context;
        } catch (IOException | InterruptedException | RuntimeException e) {
            context.close();
            throw e;
        }
    }

    static void checkFullRank(Map<LocalRank, ?> byRank, int processes, String what) {
        Set<LocalRank> expected =
                IntStream.range(0, processes)
                        .mapToObj(LocalRank::new)
                        .collect(Collectors.toCollection(TreeSet::new));
        if (byRank.keySet().equals(expected)) return;
        throw new IllegalArgumentException(
                "%s, local rank mapping mismatch, expected: %s, actual: %s"
                        .formatted(what, inPython(expected), inPython(byRank.keySet())));
    }

    private static String inPython(Set<LocalRank> ranks) {
        return new TreeSet<>(ranks)
                .stream().map(LocalRank::toString).collect(Collectors.joining(", ", "{", "}"));
    }
}
