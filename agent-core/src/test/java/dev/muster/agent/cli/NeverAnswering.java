package dev.muster.agent.cli;

import static org.awaitility.Awaitility.await;

import dev.muster.testing.TestPython;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A file system that never answers, for as long as this is open. */
final class NeverAnswering implements AutoCloseable {
    private final Process server;

    private NeverAnswering(Process server) {
        this.server = server;
    }

    /** Mounts it; nothing is mounted where this user may not, or the kernel has no FUSE. */
    static NeverAnswering mount(Path folder) throws IOException {
        Path script = folder.resolveSibling("never_answers.py");
        try (var source = NeverAnswering.class.getResourceAsStream("never_answers.py")) {
            Files.copy(source, script);
        }
        Path said = folder.resolveSibling("never_answers.out");
        var server =
                new ProcessBuilder(
                                TestPython.path().toString(), script.toString(), folder.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile())
                        .start();
        await().atMost(30, TimeUnit.SECONDS)
                .until(() -> !server.isAlive() || Files.readString(said).contains("mounted"));
        return new NeverAnswering(server);
    }

    boolean isMounted() {
        return server.isAlive();
    }

    /** Whoever still waits is answered by the kernel then. */
    @Override
    public void close() {
        server.destroy();
    }
}
