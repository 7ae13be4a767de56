package dev.muster.agent.function;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.WorkerView;
import dev.muster.agent.job.Rank;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What each rank of this node returned, in files: global ranks of a run, local ones of processes
 * that were started alone. A rank without a file returned nothing, which is JSON's {@code null}:
 * programs never return a value, nor does a function that ended its process.
 *
 * @param files by rank; they need not be there
 */
public record ReturnValues<R extends Comparable<R>>(SortedMap<R, Path> files) {
    private static final String NULL = "null";

    /**
     * Of the last attempt of a run.
     *
     * @param runs the folder that has a folder for each run
     */
    public static ReturnValues<Rank> of(Path runs, JobSnapshot run) {
        var calls = CallFolder.ofRun(runs.resolve(run.run().value()));
        var files = new TreeMap<Rank, Path>();
        for (WorkerView worker : run.workers()) {
            Rank rank = worker.rank();
            files.put(rank, calls.files(run.attemptNumber(), rank).result());
        }
        return new ReturnValues<>(files);
    }

    public ReturnValues {
        files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
    }

    /** Of one rank, as JSON: at most 64 MiB, read anew with each call. */
    public String json(R rank) throws IOException {
        Path file = files.get(rank);
        if (file == null) {
            throw new IllegalArgumentException(
                    "rank: %s (expected: one of %s)".formatted(rank, files.keySet()));
        }
        return Files.isRegularFile(file) ? Files.readString(file) : NULL;
    }

    /**
     * The ranks that have no value: of a function, those whose process ended with 0 before it
     * returned; of programs all.
     */
    public List<R> missing() {
        return files.entrySet().stream()
                .filter(value -> !Files.isRegularFile(value.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** All of them as one JSON object by rank, which replaces what the file held. */
    public void writeTo(Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            String between = "{";
            for (Map.Entry<R, Path> value : files.entrySet()) {
                write(out, between + "\"" + value.getKey() + "\": ");
                if (Files.isRegularFile(value.getValue())) {
                    Files.copy(value.getValue(), out); // as it is: none need fit into memory
                } else {
                    write(out, NULL);
                }
                between = ",\n ";
            }
            write(out, files.isEmpty() ? "{}\n" : "}\n");
        }
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }
}
