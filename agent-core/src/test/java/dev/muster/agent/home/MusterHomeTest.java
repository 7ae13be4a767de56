package dev.muster.agent.home;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.Map;

class MusterHomeTest {
    private static final Path USER = Path.of(System.getProperty("user.home"));

    @Test
    void runs_are_kept_where_the_desktop_keeps_state() {
        var home = MusterHome.of(Map.of());

        assertThat(home.runs()).isEqualTo(USER.resolve(".local/state/muster/runs"));
        assertThat(home.config()).isEqualTo(USER.resolve(".config/muster"));
    }

    @Test
    void a_job_may_have_another_home_than_its_user() {
        var home = MusterHome.of(Map.of("HOME", "/scratch/job"));

        assertThat(home.runs()).isEqualTo(Path.of("/scratch/job/.local/state/muster/runs"));
        assertThat(home.config()).isEqualTo(Path.of("/scratch/job/.config/muster"));
    }

    @Test
    void the_users_own_xdg_folders_are_respected() {
        var home = MusterHome.of(Map.of("XDG_STATE_HOME", "/s", "XDG_CONFIG_HOME", "/c"));

        assertThat(home.runs()).isEqualTo(Path.of("/s/muster/runs"));
        assertThat(home.config()).isEqualTo(Path.of("/c/muster"));
    }

    @Test
    void muster_home_overrides_them_all() {
        var home = MusterHome.of(Map.of("MUSTER_HOME", "/m", "XDG_STATE_HOME", "/s"));

        assertThat(home.runs()).isEqualTo(Path.of("/m/state/runs"));
        assertThat(home.config()).isEqualTo(Path.of("/m/config"));
    }

    @Test
    void a_variable_that_is_set_to_nothing_counts_as_not_set() {
        var home = MusterHome.of(Map.of("MUSTER_HOME", "", "XDG_STATE_HOME", " "));

        assertThat(home.state()).isEqualTo(USER.resolve(".local/state/muster"));
    }

    @Test
    void every_folder_is_absolute() {
        var home = MusterHome.of(Map.of("MUSTER_HOME", "here/../there"));

        assertThat(home.state()).isEqualTo(Path.of("there/state").toAbsolutePath());
    }
}
