package dev.muster.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.job.WorkerFiles;
import dev.muster.agent.output.Growth;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

@Timeout(60)
class DuplicatesTest {
    private static final int LINES = 200_000;

    @TempDir private Path folder;
    private final LinkedBlockingQueue<String> remarks = new LinkedBlockingQueue<>();

    /** More than one turn's worth is waiting when the end comes, so the copy wants another turn. */
    @Test
    void an_end_that_comes_while_lines_wait_to_be_copied_loses_none_of_them()
            throws IOException, InterruptedException {
        Path worker = folder.resolve("stdout.log");
        Files.writeString(worker, "the loss is 0.25\n".repeat(LINES));
        Path filtered = Files.createFile(folder.resolve("filtered_stdout.log"));
        var endCame = new CountDownLatch(1);
        var written = new CountDownLatch(1);
        var duplicates = new Duplicates(spec(), "here", quietAfter(endCame), remarks::add);
        duplicates.begin(Map.of(LogStream.STDOUT, filtered));
        duplicates.tell(started(worker));

        duplicates.close(written::countDown);
        endCame.countDown();

        assertThat(written.await(50, SECONDS)).isTrue();
        assertThat(remarks).isEmpty();
        assertThat(Files.readAllLines(filtered))
                .hasSize(LINES)
                .containsOnly("[default0]:the loss is 0.25");
    }

    /** Lets nobody begin to listen before the end has come. */
    private static Growth quietAfter(CountDownLatch endCame) {
        return (_, _) -> {
            try {
                endCame.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return () -> {};
        };
    }

    private static JobSpec spec() {
        return SampleSpec.ofScript()
                .tee("1")
                .duplicates(Map.of(LogStream.STDOUT, List.of("loss")))
                .build();
    }

    private AgentEvent.WorkerStarted started(Path stdout) {
        return new AgentEvent.WorkerStarted(
                Instant.EPOCH,
                new Rank(0),
                new LocalRank(0),
                4711,
                new WorkerFiles(
                        stdout, folder.resolve("stderr.log"), folder.resolve("error.json")));
    }
}
