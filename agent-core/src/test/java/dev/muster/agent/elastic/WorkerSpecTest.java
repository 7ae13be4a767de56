package dev.muster.agent.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Placement;
import dev.muster.agent.job.SampleSpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

class WorkerSpecTest {
    private final WorkerSpec spec = new WorkerSpec(SampleSpec.ofScript().role("trainer").build());

    @Test
    void it_is_a_jobs_spec_by_torchs_names() {
        assertThat(spec.role()).isEqualTo("trainer");
        assertThat(spec.localWorldSize()).isEqualTo(2);
        assertThat(spec.monitorInterval()).isEqualTo(Duration.ofMillis(100));
        assertThat(spec.eventLogHandler()).isEqualTo("null");
    }

    @Test
    void torchs_defaults_hold_where_nothing_else_is_said() {
        var module = new Entrypoint.Module("jobs.train");

        WorkerSpec plain = WorkerSpec.of("trainer", 4, module, List.of("--lr", "1"));

        assertThat(plain.maxRestarts()).isEqualTo(3);
        assertThat(plain.args()).containsExactly("--lr", "1");
        assertThat(plain.entrypointName()).isEqualTo("python3");
        assertThat(plain.rendezvous()).isEmpty();
    }

    @Test
    void an_interval_that_is_none_is_refused() {
        assertThatThrownBy(() -> new WorkerSpec(spec.job(), Duration.ZERO, "null"))
                .hasMessage("monitor interval: PT0S (expected: > 0)");
    }

    @Test
    void an_entry_point_is_called_as_torch_calls_it() {
        assertThat(spec.entrypointName()).isEqualTo("python3");
        assertThat(nameOf(new Entrypoint.Function("jobs.work", "Trainer.fit")))
                .isEqualTo("Trainer.fit");
        assertThat(nameOf(new Entrypoint.Program("/usr/bin/env"))).isEqualTo("env");
    }

    @Test
    void a_group_begins_without_ranks_and_pids() {
        WorkerGroup group = WorkerGroup.initial(spec);

        assertThat(group.state()).isEqualTo(WorkerState.INIT);
        assertThat(group.groupRank()).isEmpty();
        assertThat(group.groupWorldSize()).isEmpty();
        assertThat(group.workers()).hasSize(2).allMatch(worker -> worker.id().isEmpty());
        assertThat(group.workers().getFirst())
                .hasToString(
                        "local_rank=0,global_rank=-1,role_rank=-1,world_size=-1,"
                                + "role_world_size=-1");
    }

    @Test
    void a_workers_ranks_are_those_of_its_place() {
        var place = new Placement(3, 5, 7, 15, 3, 6);

        var worker = new Worker(new LocalRank(2), Optional.of(4711L), Optional.of(place));

        assertThat(worker)
                .hasToString(
                        "local_rank=2,global_rank=9,role_rank=5,world_size=15,role_world_size=6");
    }

    @ParameterizedTest
    @EnumSource
    void only_healthy_and_unhealthy_groups_run(WorkerState state) {
        boolean runs = state == WorkerState.HEALTHY || state == WorkerState.UNHEALTHY;

        assertThat(state.isRunning()).isEqualTo(runs);
    }

    private static String nameOf(Entrypoint entrypoint) {
        return new WorkerSpec(SampleSpec.ofScript().entrypoint(entrypoint).build())
                .entrypointName();
    }
}
