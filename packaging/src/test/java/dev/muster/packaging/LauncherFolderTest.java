package dev.muster.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/** The folder that the launcher is called in. */
class LauncherFolderTest {
    @TempDir Path folder;
    private PretendedCheckout checkout;

    @BeforeEach
    void check_out() throws IOException, InterruptedException {
        checkout = new PretendedCheckout(folder);
        checkout.launch().call("ps"); // builds
    }

    @Test
    void a_folder_that_is_gone_is_told_of_in_a_sentence() throws IOException, InterruptedException {
        var ended = shell("mkdir gone && cd gone", "/bin/rmdir ../gone").call();

        assertThat(
                        ended.err()
                                .lines()
                                .filter(line -> !line.startsWith("sh: "))) // its own complaint
                .containsExactly(
                        "muster: the folder this was called in is gone; call it from one that"
                                + " exists");
        assertThat(ended.exitCode()).isEqualTo(2);
    }

    @Test
    void a_folder_that_was_moved_will_do() throws IOException, InterruptedException {
        var ended = shell("mkdir old && cd old", "/bin/mv ../old ../new").call();

        assertThat(ended.err()).isEmpty();
        assertThat(ended.exitCode()).isZero();
    }

    @Test
    void the_environment_is_left_as_it_is() throws IOException, InterruptedException {
        checkout.jdk("25.0.1", "env");

        var ended = shell("").call();

        assertThat(ended.out()).contains("PATH=").doesNotContain("OLDPWD");
    }

    /** These lines, and then the launcher in the folder they have led to. */
    private Launch shell(String... lines) throws IOException {
        Path tools = checkout.launch().scratch();
        String text = String.join("\n", lines) + "\nunset OLDPWD\nexec " + checkout.script();
        Path script = Launch.program(folder.resolve("script"), text + " ps");
        return new Launch(script, checkout.launch().environment(), tools);
    }
}
