package dev.muster.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;

/** Window or terminal: which program the launcher becomes. */
class LauncherWindowTest {
    private static final String LIBRARIES =
            "libgtk-3.so.0 libXtst.so.6 libXxf86vm.so.1 libGL.so.1 libfontconfig.so.1"
                    + " libfreetype.so.6 libpangoft2-1.0.so.0";

    @TempDir Path folder;
    private PretendedCheckout checkout;

    @BeforeEach
    void check_out() throws IOException {
        checkout = new PretendedCheckout(folder);
        checkout.program("python3", "exit 0");
    }

    @Test
    void everything_but_the_cockpits_own_calls_goes_to_the_terminals_program()
            throws IOException, InterruptedException {
        var ended = checkout.launch().with("DISPLAY", "elsewhere:0").call("run", "a b", "");

        assertThat(ended.out()).endsWith("dev.muster.agent.cli.MusterMain\nrun\na b\n\n");
        assertThat(ended.err()).contains("building").doesNotContain("window");
    }

    @Test
    void without_a_display_open_runs_the_same_words_in_the_terminal_and_says_so()
            throws IOException, InterruptedException {
        var ended = checkout.launch().call("open", "train.py", "--nproc-per-node", "2");

        assertThat(ended.out()).endsWith("MusterMain\nopen\ntrain.py\n--nproc-per-node\n2\n");
        assertThat(ended.err())
                .contains("no display (DISPLAY is not set); running in this terminal instead");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "demo"})
    void without_a_display_the_cockpit_says_what_to_do_instead(String call)
            throws IOException, InterruptedException {
        var ended = call.isEmpty() ? checkout.launch().call() : checkout.launch().call(call);

        assertThat(ended.exitCode()).isEqualTo(69);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains("no display", "muster run SCRIPT");
        assertThat(checkout.builds()).isZero();
    }

    @Test
    void a_display_nobody_serves_is_none() throws IOException, InterruptedException {
        var ended = checkout.launch().with("DISPLAY", ":98765").call("demo");

        assertThat(ended.exitCode()).isEqualTo(69);
        assertThat(ended.err()).contains("no X server answers at DISPLAY=:98765");
    }

    @Test
    void with_a_display_the_cockpit_runs_with_javafx_as_modules()
            throws IOException, InterruptedException {
        checkout.program("ldconfig", "echo " + LIBRARIES);

        var ended = checkout.launch().with("DISPLAY", "elsewhere:0").call("open", "train.py");

        assertThat(ended.out())
                .contains("--module-path\n", "--add-modules\njavafx.controls\n")
                .endsWith("dev.muster.gui.CockpitMain\nopen\ntrain.py\n");
    }

    @Test
    void what_the_window_lacks_is_named_with_the_one_command_that_installs_it()
            throws IOException, InterruptedException {
        checkout.program("ldconfig", "echo " + LIBRARIES.replace("libgtk-3.so.0", ""));
        checkout.program("apt-get", "exit 1");
        checkout.program("id", "echo 1000");

        var ended = checkout.launch().with("DISPLAY", "elsewhere:0").call("open", "train.py");

        assertThat(ended.err())
                .contains("sudo apt-get install -y --no-install-recommends libgtk-3-0")
                .contains("running in this terminal instead");
        assertThat(ended.out()).endsWith("MusterMain\nopen\ntrain.py\n");
    }

    @Test
    void root_gets_what_is_missing_installed_without_a_question()
            throws IOException, InterruptedException {
        checkout.program("ldconfig", "echo " + LIBRARIES);
        checkout.program("apt-get", "echo \"$DEBIAN_FRONTEND $*\" >>" + folder + "/apt");
        checkout.program("id", "echo 0");
        checkout.remove("python3");

        var ended = checkout.launch().call("open", "train.py");

        assertThat(ended.err()).contains("installing python3 to run the script");
        assertThat(folder.resolve("apt"))
                .hasContent(
                        "noninteractive update\n"
                                + "noninteractive install -y --no-install-recommends python3");
    }

    @Test
    void a_script_without_a_python_is_refused_when_none_may_be_installed()
            throws IOException, InterruptedException {
        checkout.remove("python3");

        var ended = checkout.launch().call("open", "train.py");

        assertThat(ended.exitCode()).isEqualTo(69);
        assertThat(ended.err()).contains("there is no python3 in PATH");
        assertThat(checkout.builds()).isZero();
    }
}
