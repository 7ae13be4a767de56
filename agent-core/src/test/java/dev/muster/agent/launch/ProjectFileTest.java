package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.muster.agent.launch.LaunchDraft.Kind;
import dev.muster.agent.launch.ProjectFile.Found;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class ProjectFileTest {
    @TempDir private Path folder;

    @Test
    void a_folder_without_the_file_says_nothing() {
        assertThat(ProjectFile.in(folder)).isEqualTo(new Found.Nothing());
    }

    @Test
    void what_a_person_wrote_is_read_with_dashes_or_underscores_and_numbers_as_they_are()
            throws IOException {
        file(
                """
                {"module": "package.train", "nproc_per_node": 4, "max-restarts": "3",
                 "virtual-local-rank": true, "shutdown-timeout": 2.5,
                 "arguments": ["--lr", "0.1"], "environment": {"OMP_NUM_THREADS": "2"}}
                """);

        LaunchDraft draft = said();

        assertThat(draft.kind()).isEqualTo(Kind.MODULE);
        assertThat(draft.texts())
                .containsOnly(
                        entry(LaunchField.SCRIPT, "package.train"),
                        entry(LaunchField.WORKERS, "4"),
                        entry(LaunchField.MAX_RESTARTS, "3"),
                        entry(LaunchField.VIRTUAL_LOCAL_RANK, LaunchField.ON),
                        entry(LaunchField.GRACE, "2.5"),
                        entry(LaunchField.WORKING_DIRECTORY, folder.toString()));
        assertThat(draft.arguments()).containsExactly("--lr", "0.1");
        assertThat(draft.environment()).containsOnly(entry("OMP_NUM_THREADS", "2"));
    }

    @Test
    void a_working_directory_starts_from_the_files_folder() throws IOException {
        file("{\"script\": \"train.py\", \"working-directory\": \"../jobs\"}");

        assertThat(said().text(LaunchField.WORKING_DIRECTORY))
                .isEqualTo(folder.resolveSibling("jobs").toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            quoteCharacter = '\0',
            value = {
                "[1] @ found [1], expected an object",
                "{\"nprocs\": 4} @ found \"nprocs\", expected one of script, module",
                "{\"script\": 4} @ script: found 4, expected a text",
                "{\"max-restarts\": [3]} @ max-restarts: found [3], expected a text or a number",
                "{\"arguments\": \"--lr 0.1\"} @ arguments: found \"--lr 0.1\", expected a list",
                "{\"environment\": {\"A\": 1}} @ A: found 1, expected a text",
                "{ @ not JSON: ",
            })
    void bad_input_is_told_in_one_sentence(String text, String sentence) throws IOException {
        file(text);

        assertThat(ProjectFile.in(folder))
                .isInstanceOfSatisfying(
                        Found.Unusable.class,
                        unusable ->
                                assertThat(unusable.sentence())
                                        .startsWith(sentence)
                                        .doesNotContain("\n"));
    }

    @Test
    void what_is_no_file_or_far_too_large_is_told_too() throws IOException {
        file(" ".repeat(2 << 20));
        assertThat(ProjectFile.in(folder))
                .isEqualTo(
                        new Found.Unusable(
                                folder.resolve(ProjectFile.NAME),
                                "it is larger than 1048576 bytes"));

        Files.delete(folder.resolve(ProjectFile.NAME));
        Files.createDirectory(folder.resolve(ProjectFile.NAME));
        assertThat(ProjectFile.in(folder))
                .isEqualTo(new Found.Unusable(folder.resolve(ProjectFile.NAME), "it is no file"));
    }

    @Test
    void what_was_written_is_read_again_and_can_move_with_its_folder() throws IOException {
        LaunchDraft draft = draft().withArguments(List.of("--name", "it's")).with(Kind.SCRIPT);

        var written = ProjectFile.write(folder, draft);

        assertThat(written.leftOut()).isEmpty();
        assertThat(Files.readString(written.file())).doesNotContain(folder.toString());
        assertThat(said())
                .isEqualTo(
                        draft.with(LaunchField.SCRIPT, "train.py")
                                .with(LaunchField.PYTHON, ".venv/bin/python3"));
    }

    @Test
    void secrets_stay_out_of_a_file_that_others_read() throws IOException {
        var variables = Map.of("HF_TOKEN", "hf_123", "SEED", "7");

        var written = ProjectFile.write(folder, draft().withEnvironment(variables));

        assertThat(written.leftOut()).containsExactly("HF_TOKEN");
        assertThat(Files.readString(written.file())).contains("SEED").doesNotContain("hf_123");
    }

    @Test
    void writing_can_be_undone() throws IOException {
        var first = ProjectFile.write(folder, draft());
        String text = Files.readString(first.file());
        var second = ProjectFile.write(folder, draft().with(LaunchField.WORKERS, "8"));

        second.undo();
        assertThat(first.file()).hasContent(text);

        first.undo();
        assertThat(first.file()).doesNotExist();
    }

    private LaunchDraft draft() {
        return LaunchDraft.EMPTY
                .with(LaunchField.SCRIPT, folder.resolve("train.py").toString())
                .with(LaunchField.PYTHON, folder.resolve(".venv/bin/python3").toString())
                .with(LaunchField.TEE, "3")
                .with(LaunchField.LINE_PREFIX, " ${rank}: ")
                .with(LaunchField.WORKING_DIRECTORY, folder.toString());
    }

    private void file(String text) throws IOException {
        Files.writeString(folder.resolve(ProjectFile.NAME), text);
    }

    private LaunchDraft said() {
        return switch (ProjectFile.in(folder)) {
            case Found.Says(_, var draft) -> draft;
            case Found.Nothing _, Found.Unusable _ ->
                    throw new AssertionError(ProjectFile.in(folder));
        };
    }
}
