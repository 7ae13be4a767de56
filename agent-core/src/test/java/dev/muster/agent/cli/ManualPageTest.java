package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.testing.BesideOthers;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

@BesideOthers
class ManualPageTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    @TempDir private Path folder;

    @Test
    void it_lists_every_call_with_its_flags() {
        assertThat(page())
                .contains(".SS muster run", ".SS muster stop", ".SS muster doctor")
                .contains("\\fB\\-\\-nproc\\-per\\-node\\fR \\fIN\\fR\nWorkers: a number,");
    }

    @Test
    @Needs(TestGroup.MANUAL)
    void man_finds_nothing_wrong_with_it() throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("muster.1"), page());

        Process lint =
                new ProcessBuilder("mandoc", "-T", "lint", "-W", "error", file.toString())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(lint.getInputStream().readAllBytes(), UTF_8);

        assertThat(lint.waitFor()).as(said).isZero();
    }

    private String page() {
        out.reset();
        var print = new PrintStream(out, true, UTF_8);
        CompletionCommand.printManual(Terminal.ofThisProcess(print, print));
        return out.toString(UTF_8);
    }
}
