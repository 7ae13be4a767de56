package dev.muster.agent.home;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.home.RunOwner.Presence;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class RunOwnerTest {
    private static final RunOwner US = RunOwner.ofThisProcess().orElseThrow();

    @TempDir private Path folder;

    @Test
    void what_was_written_is_read_again() throws IOException {
        Path file = folder.resolve("agent.pid");
        Files.writeString(file, US.text());

        assertThat(RunOwner.read(file)).contains(US);
        assertThat(US.presence()).isEqualTo(Presence.HERE);
    }

    @Test
    void another_process_that_has_its_pid_by_now_is_not_taken_for_it() {
        var before =
                new RunOwner(
                        US.pid(), US.startTicks() - 1, US.boot(), US.pidNamespace(), US.host());

        assertThat(before.presence()).isEqualTo(Presence.GONE);
    }

    @Test
    void a_process_from_before_this_machine_was_started_is_gone() {
        var before =
                new RunOwner(US.pid(), US.startTicks(), "another", US.pidNamespace(), US.host());

        assertThat(before.presence()).isEqualTo(Presence.GONE);
    }

    @Test
    void of_a_process_on_another_machine_or_in_a_container_nothing_is_known() {
        var onAnotherMachine =
                new RunOwner(US.pid(), US.startTicks(), "another", US.pidNamespace(), "gpu-b");
        var inAContainer =
                new RunOwner(US.pid(), US.startTicks() - 1, US.boot(), "pid:[1]", US.host());

        assertThat(onAnotherMachine.presence()).isEqualTo(Presence.UNKNOWN);
        assertThat(inAContainer.presence()).isEqualTo(Presence.UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1 2 3", "one 2 boot ns host", "1 2 boot ns host and more"})
    void what_is_no_such_file_names_nobody(String text) throws IOException {
        Path file = folder.resolve("agent.pid");
        Files.writeString(file, text);

        assertThat(RunOwner.read(file)).isEmpty();
    }
}
