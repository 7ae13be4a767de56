package dev.muster.agent.cli;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/** A job for each test, and names of its nodes, which rank in this order. */
abstract class JobOfNodes {
    static final String A = "127.0.0.1";
    static final String B = "127.0.0.2";
    static final String C = "127.0.0.3";
    static final String D = "127.0.0.4";

    @TempDir private Path folder;
    NodesOfAJob job;

    @BeforeEach
    void aJob() throws IOException {
        job = new NodesOfAJob(folder);
    }

    @AfterEach
    void endIt() {
        job.close();
    }
}
