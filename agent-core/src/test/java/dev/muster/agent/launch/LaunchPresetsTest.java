package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.launch.LaunchDraft.Kind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

class LaunchPresetsTest {
    private static final LaunchDraft SWEEP =
            LaunchDraft.EMPTY
                    .with(Kind.FUNCTION)
                    .with(LaunchField.SCRIPT, "jobs.sweep:main")
                    .with(LaunchField.LINE_PREFIX, " ${rank} ")
                    .with(LaunchField.VIRTUAL_LOCAL_RANK, LaunchField.ON)
                    .withArguments(List.of("{\"lr\": 0.1}", ""))
                    .withEnvironment(Map.of("HF_TOKEN", "hf_123"));

    @TempDir private Path home;

    @Test
    void before_the_first_there_is_none() throws IOException {
        assertThat(presets().read()).isEmpty();
    }

    @Test
    void what_was_kept_is_there_after_a_restart_and_for_this_user_alone() throws IOException {
        keep("sweep", SWEEP);
        keep("plain", LaunchDraft.EMPTY);

        assertThat(presets().read())
                .isEqualTo(Map.of("sweep", SWEEP, "plain", LaunchDraft.EMPTY))
                .containsKey("sweep");
        Path file = home.resolve("config/presets.json");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void a_file_that_holds_something_else_is_left_as_it_is() throws IOException {
        Path file = Files.createDirectories(home.resolve("config")).resolve("presets.json");
        Files.writeString(file, "{\"sweep\": 3}");

        assertThatThrownBy(() -> keep("plain", LaunchDraft.EMPTY))
                .isInstanceOf(IOException.class)
                .hasMessage(file + ": sweep: found 3, expected an object");
        assertThat(file).hasContent("{\"sweep\": 3}");
    }

    private void keep(String name, LaunchDraft draft) throws IOException {
        var _ =
                presets()
                        .change(
                                all -> {
                                    var more = new HashMap<>(all);
                                    more.put(name, draft);
                                    return more;
                                });
    }

    private LaunchPresets presets() {
        return new LaunchPresets(home.resolve("config"));
    }
}
