package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.NumaBinding;
import dev.muster.agent.job.NumaMode;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.job.WorkerDevices;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Optional;

class WorkerCommandTest {
    private static final LocalRank THREE = new LocalRank(3);

    @Test
    void a_script_is_run_unbuffered_by_the_interpreter() {
        var spec = SampleSpec.ofScript().arguments("--lr", "0.1").build();

        assertThat(WorkerCommand.of(spec, THREE))
                .containsExactly("/usr/bin/python3", "-u", "/jobs/train.py", "--lr", "0.1");
    }

    @Test
    void a_module_is_run_by_name() {
        var module = new Entrypoint.Module("package.train");
        var spec = SampleSpec.ofScript().entrypoint(module).arguments("-m").build();

        assertThat(WorkerCommand.of(spec, THREE))
                .containsExactly("/usr/bin/python3", "-u", "-m", "package.train", "-m");
    }

    @Test
    void a_program_is_run_as_it_is() {
        var program = new Entrypoint.Program("./$local_rank.sh");
        var spec =
                SampleSpec.ofScript()
                        .entrypoint(program)
                        .withoutPython()
                        .arguments("a b", "")
                        .build();

        assertThat(WorkerCommand.of(spec, THREE)).containsExactly("./$local_rank.sh", "a b", "");
    }

    @Test
    void a_worker_that_is_bound_to_processors_is_started_by_numactl() {
        var numa = new NumaBinding(NumaMode.NODE, List.of("0-1", "2-3", "4-5", "6-7,14-15"));
        var spec = SampleSpec.ofScript().devices(new WorkerDevices(false, Optional.of(numa)));

        assertThat(WorkerCommand.of(spec.build(), THREE))
                .startsWith("numactl", "--physcpubind=6-7,14-15", "/usr/bin/python3", "-u");
    }

    @ParameterizedTest
    @CsvSource({
        "${local_rank}, 3",
        "$local_rank, 3",
        "--device=cuda:${local_rank}/x, --device=cuda:3/x",
        "$local_rank-$local_rank, 3-3",
        "x${rank}y, x${rank}y",
        "$local_ranks, $local_ranks",
        "$LOCAL_RANK, $LOCAL_RANK",
        "${local_rank, ${local_rank",
        "${ local_rank }, ${ local_rank }",
        "$$, $",
        "$$local_rank, $local_rank",
        "$$$local_rank, $3",
        "cost: 5$, cost: 5$",
        "$1 \\1, $1 \\1",
        "kill $$$$, kill $$",
        "größe$local_rankß, größe3ß",
    })
    void arguments_are_templates_that_know_the_local_rank_alone(String argument, String expected) {
        var spec = SampleSpec.ofScript().arguments(argument).build();

        assertThat(WorkerCommand.of(spec, THREE).getLast()).isEqualTo(expected);
    }

    @Test
    void each_worker_gets_its_own_rank() {
        var spec = SampleSpec.ofScript().arguments("$local_rank").build();

        assertThat(List.of(new LocalRank(0), new LocalRank(11)))
                .extracting(rank -> WorkerCommand.of(spec, rank).getLast())
                .containsExactly("0", "11");
    }

    @Test
    void a_script_without_an_interpreter_is_a_mistake_of_ours() {
        var spec = SampleSpec.ofScript().withoutPython().build();

        assertThatThrownBy(() -> WorkerCommand.of(spec, THREE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("interpreter");
    }
}
