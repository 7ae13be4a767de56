package dev.muster.agent.multiprocessing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.StdByRank;
import dev.muster.agent.job.WorkerFiles;
import dev.muster.agent.job.WorkerStreams;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

class TeedStreamsTest {
    @TempDir private Path folder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void lines_of_teed_streams_are_shown_with_the_name_and_the_local_rank() throws IOException {
        var streams =
                new WorkerStreams(StdByRank.NONE, StdByRank.parse("0:1,1:2"), Optional.empty());

        try (var teed = new TeedStreams("trainer", streams, out, err)) {
            teed.show(process(0));
            teed.show(process(1));
        }

        assertThat(out).hasToString("[trainer0]:out of 0\n");
        assertThat(err).hasToString("[trainer1]:err of 1\n");
    }

    private AgentEvent.WorkerStarted process(int k) throws IOException {
        return new AgentEvent.WorkerStarted(
                Instant.EPOCH,
                new Rank(k),
                new LocalRank(k),
                4711,
                new WorkerFiles(
                        Files.writeString(folder.resolve(k + ".out"), "out of %d\n".formatted(k)),
                        Files.writeString(folder.resolve(k + ".err"), "err of %d\n".formatted(k)),
                        folder.resolve(k + ".json")));
    }
}
