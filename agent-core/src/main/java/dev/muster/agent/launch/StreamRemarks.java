package dev.muster.agent.launch;

import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.Std;
import dev.muster.agent.job.StdByRank;
import dev.muster.agent.job.WorkerStreams;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a job says of its workers' streams and nothing comes of. torchrun takes all of it without a
 * word, and scripts say {@code --tee 9:1} on purpose, so none of it is refused.
 */
public final class StreamRemarks {
    private StreamRemarks() {}

    /** A sentence each, fit to be shown as it is. */
    public static List<String> on(JobSpec spec) {
        var remarks = new ArrayList<String>();
        WorkerStreams streams = spec.streams();
        nobody("--redirects", streams.redirects().byLocalRank().keySet(), spec, remarks);
        nobody("--tee", streams.tee().byLocalRank().keySet(), spec, remarks);
        nobody("--local-ranks-filter", streams.localRanksFilter(), spec, remarks);
        for (LogStream stream : streams.duplicates().keySet().stream().sorted().toList()) {
            if (!isTeed(streams.tee(), stream)) {
                remarks.add(
                        "--duplicate-%1$s-filters looks at tee'd lines, and --tee names no %1$s"
                                .formatted(stream.word()));
            }
        }
        return List.copyOf(remarks);
    }

    private static void nobody(
            String flag, Collection<Integer> named, JobSpec spec, List<String> remarks) {
        String missing =
                named.stream()
                        .filter(rank -> rank < 0 || rank >= spec.workers())
                        .sorted()
                        .map(String::valueOf)
                        .collect(Collectors.joining(", "));
        if (missing.isEmpty()) return;
        remarks.add(
                "%s names local rank %s, and the workers here are 0 to %d"
                        .formatted(flag, missing, spec.workers() - 1));
    }

    private static boolean isTeed(StdByRank tee, LogStream stream) {
        return tee.forAll().has(stream)
                || tee.byLocalRank().values().stream().anyMatch((Std std) -> std.has(stream));
    }
}
