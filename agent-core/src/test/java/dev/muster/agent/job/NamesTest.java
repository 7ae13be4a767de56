package dev.muster.agent.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
    @ParameterizedTest
    @ValueSource(strings = {"20261121-090426-03ff", "a", "_", "-", "A.b_c-9"})
    void a_run_id_is_a_plain_file_name(String name) {
        assertThat(new RunId(name)).hasToString(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", ".hidden", "a/b", "a b", "a\n", "é"})
    void a_run_id_that_could_lead_somewhere_else_is_refused(String name) {
        assertThatThrownBy(() -> new RunId(name)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_run_id_has_at_most_64_characters() {
        assertThat(new RunId("x".repeat(64)).value()).hasSize(64);
        assertThatThrownBy(() -> new RunId("x".repeat(65)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void ranks_count_from_zero() {
        assertThatThrownBy(() -> new Rank(-1)).hasMessage("rank: -1 (expected: >= 0)");
        assertThatThrownBy(() -> new LocalRank(-1)).hasMessage("local rank: -1 (expected: >= 0)");
        assertThatThrownBy(() -> new RoleRank(-1)).hasMessage("role rank: -1 (expected: >= 0)");
    }

    @Test
    void a_run_is_called_by_the_last_part_of_what_it_runs() {
        assertThat(new Entrypoint.Script("jobs/train.py").shortName()).isEqualTo("train.py");
        assertThat(new Entrypoint.Program("/usr/bin/env").shortName()).isEqualTo("env");
        assertThat(new Entrypoint.Module("package.train").shortName()).isEqualTo("package.train");
    }

    @Test
    void a_job_has_a_worker_and_no_negative_number_of_restarts() {
        var spec = SampleSpec.ofScript();

        assertThatThrownBy(() -> spec.workers(0).build()).hasMessage("workers: 0 (expected: >= 1)");
        assertThatThrownBy(() -> spec.workers(1).maxRestarts(-1).build())
                .hasMessage("max restarts: -1 (expected: >= 0)");
    }
}
