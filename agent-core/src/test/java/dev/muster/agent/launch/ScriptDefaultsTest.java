package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What a script asks to be opened with, and who overrules it. */
class ScriptDefaultsTest {
    @TempDir Path folder;

    @Test
    void a_comment_among_the_first_lines_names_the_flags() throws IOException {
        Path script = script("#!/usr/bin/env python3\n# muster: --nproc-per-node 4  --tee 3 \n");

        assertThat(ScriptDefaults.of(script))
                .containsExactly("--nproc-per-node", "4", "--tee", "3");
    }

    @Test
    void a_comment_further_down_is_the_scripts_own_business() throws IOException {
        Path script = script("\n".repeat(20) + "# muster: --nproc-per-node 4\n");

        assertThat(ScriptDefaults.of(script)).isEmpty();
    }

    @Test
    void a_file_that_is_no_text_or_not_there_asks_for_nothing() throws IOException {
        Path model = Files.write(folder.resolve("model.bin"), new byte[100_000]);

        assertThat(ScriptDefaults.of(model)).isEmpty();
        assertThat(ScriptDefaults.of(folder.resolve("absent.py"))).isEmpty();
        assertThat(ScriptDefaults.of(folder)).isEmpty();
    }

    @Test
    void what_is_said_on_the_command_line_wins_over_the_script() throws IOException {
        String script = script("# muster: --nproc-per-node 4 --max-restarts 3\n").toString();

        LaunchDraft opened = open(script, "--nproc-per-node", "2");

        assertThat(opened.text(LaunchField.WORKERS)).isEqualTo("2");
        assertThat(opened.text(LaunchField.MAX_RESTARTS)).isEqualTo("3");
        assertThat(opened.text(LaunchField.SCRIPT)).isEqualTo(script);
    }

    @Test
    void arguments_of_the_script_follow_two_dashes_or_the_first_word_that_is_no_flag()
            throws IOException {
        String script = script("# muster: --max-restarts 3\n").toString();

        assertThat(open(script, "--role", "eval", "--", "--epochs", "3").arguments())
                .containsExactly("--epochs", "3");
        assertThat(open(script, "--role", "eval", "data.csv", "--epochs", "3").arguments())
                .containsExactly("data.csv", "--epochs", "3");
        assertThat(open(script, "--role", "eval").arguments()).isEmpty();
    }

    @Test
    void flags_may_stand_before_the_script_as_with_torchrun() throws IOException {
        String script = script("# muster: --nproc-per-node 4 --max-restarts 3\n").toString();

        LaunchDraft opened = open("--nproc-per-node", "2", script, "--epochs", "3");

        assertThat(opened.text(LaunchField.WORKERS)).isEqualTo("2");
        assertThat(opened.text(LaunchField.MAX_RESTARTS)).isEqualTo("3");
        assertThat(opened.arguments()).containsExactly("--epochs", "3");
    }

    @Test
    void a_module_or_a_program_has_no_lines_to_read() {
        assertThat(ScriptDefaults.runWords(List.of("-m", "pkg.train")))
                .containsExactly("-m", "pkg.train");
        assertThat(ScriptDefaults.runWords(List.of())).isEmpty();
    }

    private static LaunchDraft open(String... words) {
        LaunchReading read = RunFlags.read(ScriptDefaults.runWords(List.of(words)), Map.of());
        assertThat(read.problems()).isEmpty();
        return read.draft();
    }

    private Path script(String text) throws IOException {
        return Files.writeString(folder.resolve("train.py"), text);
    }
}
