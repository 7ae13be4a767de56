package dev.muster.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The unit that keeps the background agent up for a user of systemd. */
class ServiceUnitTest {
    private static final Path UNIT = Path.of("systemd", "muster-agent.service");

    @TempDir Path folder;

    @Test
    @Needs(TestGroup.SYSTEMD)
    void systemd_understands_all_of_it() throws IOException, InterruptedException {
        String here =
                Files.readString(UNIT)
                        .replace("/usr/bin/muster", Path.of("muster").toAbsolutePath().toString());
        Path unit = Files.writeString(folder.resolve(UNIT.getFileName()), here);

        var builder =
                new ProcessBuilder("systemd-analyze", "--user", "verify", unit.toString())
                        .redirectErrorStream(true);
        builder.environment().put("XDG_RUNTIME_DIR", folder.toString());
        Process verify = builder.start();
        String said = new String(verify.getInputStream().readAllBytes(), UTF_8);

        assertThat(verify.waitFor()).as(said).isZero();
        assertThat(said).isEmpty();
    }

    @Test
    void it_is_stopped_as_its_own_handling_of_signals_expects() throws IOException {
        assertThat(Files.readAllLines(UNIT))
                .contains(
                        "ExecStart=/usr/bin/muster agent", "KillSignal=SIGTERM", "KillMode=mixed");
    }

    @Test
    void it_is_not_started_again_and_again_beside_an_agent_that_runs_already() throws IOException {
        assertThat(Files.readAllLines(UNIT)).contains("RestartPreventExitStatus=75");
    }
}
