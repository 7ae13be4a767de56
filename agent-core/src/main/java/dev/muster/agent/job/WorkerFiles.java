package dev.muster.agent.job;

import java.nio.file.Path;

/** Where one worker of one attempt writes. All paths are absolute. */
public record WorkerFiles(Path stdout, Path stderr, Path error) {
    public Path of(LogStream stream) {
        return stream == LogStream.STDOUT ? stdout : stderr;
    }
}
