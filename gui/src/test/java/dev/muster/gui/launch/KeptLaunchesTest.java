package dev.muster.gui.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.launch.LaunchChecks;
import dev.muster.agent.launch.LaunchField;
import dev.muster.agent.launch.LaunchPresets;
import dev.muster.agent.launch.PythonEnvironments;
import dev.muster.gui.launch.KeptLaunches.Naming;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class KeptLaunchesTest {
    private static final FormThreads AT_ONCE =
            new FormThreads(Runnable::run, Runnable::run, Runnable::run);

    @TempDir private Path here;

    private LaunchFormViewModel form = form();
    private KeptLaunches kept = opened(Path.of("nowhere"));

    @BeforeEach
    void aFormThatKnowsWhereThingsAreKept() throws IOException {
        Files.createFile(here.resolve("train.py"));
        form = form();
        kept = opened();
    }

    @Test
    void what_the_form_says_is_kept_under_a_name_and_is_there_the_next_time() {
        form.text(LaunchField.WORKERS).set("8");
        form.text(LaunchField.ARGUMENTS).set("--name 'my run'");

        keepAs("  big ");
        form = form();
        kept = opened();
        kept.choose("big");

        assertThat(kept.names()).containsExactly("big");
        assertThat(form.text(LaunchField.WORKERS).get()).isEqualTo("8");
        assertThat(form.text(LaunchField.ARGUMENTS).get()).isEqualTo("--name 'my run'");
        assertThat(kept.chosen().get()).isEqualTo("big");
    }

    @Test
    void a_preset_is_chosen_in_the_place_of_everything_that_was_there() {
        form.text(LaunchField.WORKERS).set("8");
        keepAs("big");
        form.text(LaunchField.ROLE).set("ps");

        kept.choose("big");

        assertThat(form.text(LaunchField.ROLE).get()).isEmpty();
    }

    @Test
    void one_that_is_deleted_can_be_had_back() {
        form.text(LaunchField.WORKERS).set("8");
        keepAs("big");

        kept.delete();
        assertThat(kept.names()).isEmpty();
        assertThat(kept.chosen().get()).isEmpty();
        assertThat(sentence()).isEqualTo("“big” was deleted.");

        undo();
        assertThat(kept.names()).containsExactly("big");
        kept.choose("big");
        assertThat(form.text(LaunchField.WORKERS).get()).isEqualTo("8");
    }

    @Test
    void one_that_is_replaced_can_be_had_back_too() {
        form.text(LaunchField.WORKERS).set("8");
        keepAs("big");
        form.text(LaunchField.WORKERS).set("2");

        keepAs("big");
        assertThat(sentence()).isEqualTo("“big” was replaced.");

        undo();
        kept.choose("big");
        assertThat(form.text(LaunchField.WORKERS).get()).isEqualTo("8");
    }

    @Test
    void one_gets_another_name_unless_that_is_taken() {
        keepAs("a");
        keepAs("b");

        kept.ask(Naming.THE_CHOSEN_ONE);
        kept.name("a");
        assertThat(kept.nameProblem().get())
                .isEqualTo("There is a preset of that name already; delete it first.");
        kept.name("c");

        assertThat(kept.naming().get()).isEqualTo(Naming.NOTHING);
        assertThat(kept.names()).containsExactly("a", "c");
        assertThat(kept.chosen().get()).isEqualTo("c");
    }

    @Test
    void a_name_that_is_none_is_said_to_be() {
        keepAs("   ");
        assertThat(kept.nameProblem().get()).isEqualTo("Nothing is given, expected a name.");

        kept.name("x".repeat(61));
        assertThat(kept.nameProblem().get()).isEqualTo("Found 61 characters, expected at most 60.");
        assertThat(kept.naming().get()).isEqualTo(Naming.A_NEW_PRESET);
    }

    @Test
    void presets_that_cannot_be_read_are_told_and_nothing_is_written_over_them()
            throws IOException {
        Path file = Files.createDirectories(here.resolve("config")).resolve("presets.json");
        Files.writeString(file, "[]");

        kept = opened();
        assertThat(sentence())
                .isEqualTo(
                        "The presets cannot be read: %s: found [], expected an object."
                                .formatted(file));

        keepAs("big");
        assertThat(file).hasContent("[]");
    }

    @Test
    void a_project_file_beside_the_script_is_offered_once_and_fills_the_form() throws IOException {
        project("{\"nproc-per-node\": 4, \"arguments\": [\"--lr\", \"0.1\"]}");

        form.text(LaunchField.SCRIPT).set(here.resolve("train.py").toString());
        assertThat(sentence()).isEqualTo(here.resolve("muster.json") + " says how this is run.");
        undo();

        assertThat(kept.offer().get()).isEmpty();
        assertThat(form.text(LaunchField.SCRIPT).get())
                .isEqualTo(here.resolve("train.py").toString());
        assertThat(form.text(LaunchField.WORKERS).get()).isEqualTo("4");
        assertThat(form.text(LaunchField.WORKING_DIRECTORY).get()).isEqualTo(here.toString());
        form.text(LaunchField.SCRIPT).set(here.resolve("eval.py").toString());
        assertThat(kept.offer().get()).isEmpty();
    }

    @Test
    void a_project_file_that_is_none_is_told_in_one_sentence() throws IOException {
        project("{\"nprocs\": 4}");

        form.text(LaunchField.SCRIPT).set(here.resolve("train.py").toString());

        assertThat(sentence())
                .startsWith(
                        here.resolve("muster.json") + " is not used: found \"nprocs\", expected");
        assertThat(kept.offer().get().orElseThrow().verb()).isEmpty();
    }

    @Test
    void the_project_file_is_written_on_request_and_can_be_taken_back() throws IOException {
        Path file = here.resolve("muster.json");
        kept.writeProject();
        assertThat(sentence()).isEqualTo("Name the script first: the project file lies beside it.");

        form.text(LaunchField.SCRIPT).set(here.resolve("train.py").toString());
        form.text(LaunchField.ENVIRONMENT).set("HF_TOKEN=hf_123 SEED=7");
        kept.writeProject();
        assertThat(sentence())
                .isEqualTo(file + " was written. Without HF_TOKEN, which may be secret.");
        assertThat(Files.readString(file))
                .contains("\"train.py\"", "SEED")
                .doesNotContain("hf_123");

        undo();
        assertThat(file).doesNotExist();
    }

    private void keepAs(String name) {
        kept.ask(Naming.A_NEW_PRESET);
        kept.name(name);
    }

    private String sentence() {
        return kept.offer().get().map(Offer::sentence).orElse("");
    }

    private void undo() {
        kept.offer().get().orElseThrow().act().run();
    }

    private void project(String text) throws IOException {
        Files.writeString(here.resolve("muster.json"), text);
    }

    private KeptLaunches opened() {
        return opened(here.resolve("config"));
    }

    private KeptLaunches opened(Path folder) {
        return new KeptLaunches(form, new LaunchPresets(folder), AT_ONCE);
    }

    private static LaunchFormViewModel form() {
        return new LaunchFormViewModel(
                new RecordingSession(),
                LaunchChecks.onThisMachine()::check,
                _ -> List.of(),
                new PythonChoices(PythonEnvironments.onThisMachine(), _ -> {}),
                new FormThreads(Runnable::run, Runnable::run, _ -> {}),
                _ -> {});
    }
}
