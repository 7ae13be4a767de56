package dev.muster.agent.multiprocessing;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.WorkerFiles;
import dev.muster.agent.job.WorkerStreams;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the output of processes goes. A stream that is neither redirected nor tee'd goes where this
 * process's own stream goes.
 *
 * @param folder of each local rank it gets a folder with {@code stdout.log} and {@code stderr.log},
 *     as far as they are redirected or tee'd, and {@code error.json}
 */
record ProcessLogs(Path folder, WorkerStreams streams) {
    /** The file of a stream; empty when it has none. */
    Optional<Path> file(LocalRank localRank, LogStream stream) {
        return streams.isFiled(localRank, stream)
                ? Optional.of(folderOf(localRank).resolve(stream.word() + ".log"))
                : Optional.empty();
    }

    /** Makes what has to be there before the process starts. */
    WorkerFiles prepare(LocalRank localRank) throws IOException {
        Files.createDirectories(folderOf(localRank));
        for (LogStream stream : LogStream.values()) {
            Optional<Path> file = file(localRank, stream);
            if (file.isPresent()) Files.write(file.get(), new byte[0]);
        }
        return new WorkerFiles(
                file(localRank, LogStream.STDOUT).orElse(ownStream(1)),
                file(localRank, LogStream.STDERR).orElse(ownStream(2)),
                folderOf(localRank).resolve("error.json"));
    }

    private Path folderOf(LocalRank localRank) {
        return folder.resolve(localRank.toString());
    }

    /** By its number in this process: the new one has none of our descriptors. */
    private static Path ownStream(int descriptor) {
        return Path.of("/proc/%d/fd/%d".formatted(ProcessHandle.current().pid(), descriptor));
    }
}
