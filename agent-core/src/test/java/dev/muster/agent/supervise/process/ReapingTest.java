package dev.muster.agent.supervise.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class ReapingTest {
    @TempDir private Path folder;

    @Test
    void an_orphan_that_another_thread_let_go_of_first_is_no_error() throws IOException {
        int pid = startOneThatEnds();
        Posix.reap(pid);

        assertThatCode(() -> Posix.reapIfThere(pid)).doesNotThrowAnyException();
    }

    @Test
    void a_worker_that_somebody_else_let_go_of_is_an_error() throws IOException {
        int pid = startOneThatEnds();
        Posix.reapIfThere(pid);

        assertThatThrownBy(() -> Posix.reap(pid))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("waitid(" + pid + ")");
        Orphans.reaped(pid);
    }

    private int startOneThatEnds() throws IOException {
        int pid =
                new Spawn(
                                List.of("/bin/true"),
                                Map.of(),
                                folder,
                                new Spawn.Input.Nothing(),
                                Path.of("/dev/null"),
                                Path.of("/dev/null"))
                        .start();
        assertThat(Posix.awaitExit(pid).shellCode()).isZero();
        return pid;
    }
}
