package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

class MusterMainTest {
    @TempDir private Path folder;

    @Test
    void a_call_that_does_not_exist_is_refused_with_those_that_do()
            throws IOException, InterruptedException {
        var ended = MusterProcess.run(folder, "fly");

        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err())
                .startsWith("muster: found \"fly\", expected one of these calls\n")
                .contains("muster run [torchrun flags] SCRIPT");
        assertThat(MusterProcess.home(folder)).doesNotExist();
    }

    @Test
    void no_call_at_all_is_refused_likewise() throws IOException, InterruptedException {
        var ended = MusterProcess.run(folder);

        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.err()).startsWith("muster: found nothing, expected one of these calls\n");
    }

    @Test
    void the_version_is_data_and_goes_to_stdout() throws IOException, InterruptedException {
        var ended = MusterProcess.run(folder, "--version");

        assertThat(ended.exitCode()).isZero();
        assertThat(ended.out()).matches("muster \\d+\\.\\d+\\.\\d+\\S*\n");
        assertThat(ended.err()).isEmpty();
    }
}
