package dev.muster.gui.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.launch.LaunchDraft;
import dev.muster.agent.launch.LaunchField;
import dev.muster.agent.launch.PythonEnvironments;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class PythonChoicesTest {
    @TempDir private Path here;

    @Test
    void the_environment_beside_the_script_is_offered_first_with_its_torch() throws IOException {
        Path python = program(".venv/bin/python3", "echo 3.12.1; echo 2.13.0+cpu");
        try (ExecutorService fx = Executors.newSingleThreadExecutor()) {
            PythonChoices choices = choices(fx);

            choices.lookFor(
                    LaunchDraft.EMPTY.with(
                            LaunchField.SCRIPT, here.resolve("train.py").toString()));

            await().untilAsserted(
                            () ->
                                    assertThat(fx.submit(() -> choices.choices().getFirst()).get())
                                            .isEqualTo(
                                                    new PythonChoice(
                                                            python.toString(),
                                                            "Python 3.12.1 · torch 2.13.0+cpu ·"
                                                                    + " .venv in "
                                                                    + here)));
        }
    }

    @Test
    void the_chosen_interpreter_says_what_it_is() throws IOException {
        Path python = program("python3.13", "echo 3.13.0");
        try (ExecutorService fx = Executors.newSingleThreadExecutor()) {
            PythonChoices choices = choices(fx);

            fx.execute(() -> choices.choose(Optional.of(python)));

            await().untilAsserted(
                            () ->
                                    assertThat(fx.submit(() -> choices.chosenAbout().get()).get())
                                            .isEqualTo(python + " · Python 3.13.0 · no torch"));
        }
    }

    @Test
    void a_program_that_is_not_named_python_is_not_started_to_see_what_it_says()
            throws IOException {
        Path trap = program("reboot", "touch %s".formatted(here.resolve("started")));
        try (ExecutorService fx = Executors.newSingleThreadExecutor()) {
            PythonChoices choices = choices(fx);

            choices.choose(Optional.of(trap));

            assertThat(choices.chosenAbout().get()).isEmpty();
        }
        assertThat(here.resolve("started")).doesNotExist();
    }

    private static PythonChoices choices(ExecutorService fx) {
        return new PythonChoices(PythonEnvironments.onThisMachine(), fx);
    }

    private Path program(String name, String body) throws IOException {
        Path file = here.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }
}
