package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.job.SaveFirst;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.StopTerms;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class LaunchToolTest {
    private static final JobNodes NODES =
            new JobNodes(
                    2,
                    2,
                    1,
                    "static",
                    "gpu-a:29500",
                    Map.of("rank", "1", "timeout", "900"),
                    Optional.empty());

    @Test
    void muster_run_can_say_all_of_it() {
        var saving = new SaveFirst(new Signal(10), Duration.ofSeconds(90));
        JobSpec spec =
                plain().stopping(
                                new StopTerms(
                                        Duration.ofMillis(2500),
                                        Optional.of(saving),
                                        StopTerms.DEFAULT_SIGNALS))
                        .linePrefix("${rank}: ")
                        .build();

        WrittenLaunch written = LaunchTool.MUSTER.write(spec);

        assertThat(written.leftOut()).isEmpty();
        LaunchReading read = TorchrunLine.parse(written.text(), Map.of());
        assertThat(read.problems()).isEmpty();
        assertThat(read.draft()).isEqualTo(DraftOfSpec.of(spec, Map.of()).draft());
    }

    @Test
    void torchrun_has_no_word_for_a_signal_to_save_at() {
        var saving = new SaveFirst(new Signal(10), SaveFirst.USUALLY_WITHIN);
        var stopping =
                new StopTerms(
                        StopTerms.DEFAULT_GRACE, Optional.of(saving), StopTerms.DEFAULT_SIGNALS);

        WrittenLaunch written = LaunchTool.TORCHRUN.write(plain().stopping(stopping).build());

        assertThat(written.text()).doesNotContain("USR1");
        assertThat(written.leftOut())
                .containsExactly("--save-signal SIGUSR1 is not in it: torchrun has no word for it");
    }

    @Test
    void accelerate_counts_the_workers_of_all_nodes() {
        JobSpec spec =
                plain().nodes(NODES)
                        .rendezvousId("none")
                        .workers(4)
                        .tee("3")
                        .maxRestarts(2)
                        .build();

        WrittenLaunch written = LaunchTool.ACCELERATE.write(spec);

        assertThat(written.leftOut()).isEmpty();
        assertThat(written.text())
                .isEqualTo(
                        "cd /work && /usr/bin/python3 -m accelerate.commands.launch --multi_gpu"
                                + " --num_processes 8 --num_machines 2 --machine_rank 1"
                                + " --main_process_ip gpu-a --main_process_port 29500"
                                + " --rdzv_backend static --max_restarts 2 --tee 3"
                                + " /jobs/train.py --lr 0.1");
        assertThat(read(written).texts())
                .containsEntry(LaunchField.WORKERS, "4")
                .containsEntry(LaunchField.NODES, "2")
                .containsEntry(LaunchField.RENDEZVOUS_ENDPOINT, "gpu-a:29500");
    }

    @Test
    void what_accelerate_has_no_word_for_is_named() {
        JobSpec spec = plain().redirects("1").rendezvousId("job7").localRanksFilter(0).build();

        assertThat(LaunchTool.ACCELERATE.write(spec).leftOut())
                .containsExactly(
                        "--rdzv-id job7 is not in it: accelerate has no word for it",
                        "--redirects 1 is not in it: accelerate has no word for it",
                        "--local-ranks-filter 0 is not in it: accelerate has no word for it");
    }

    @Test
    void deepspeed_is_kept_from_telling_the_script_what_it_would_not_be_told_here() {
        WrittenLaunch written = LaunchTool.DEEPSPEED.write(plain().masterPort(29501).build());

        assertThat(written.text())
                .isEqualTo(
                        "cd /work && /usr/bin/python3 -m deepspeed.launcher.runner --num_gpus 2"
                                + " --master_port 29501 --no_local_rank /jobs/train.py --lr 0.1");
    }

    @Test
    void a_line_of_deepspeed_comes_out_as_it_went_in() {
        LaunchDraft draft =
                TorchrunLine.parse("deepspeed --num_gpus 2 train.py --lr 0.1", Map.of()).draft();
        JobSpec spec = plain().arguments(draft.arguments().toArray(String[]::new)).build();

        assertThat(LaunchTool.DEEPSPEED.write(spec).text())
                .endsWith("--num_gpus 2 /jobs/train.py --lr 0.1");
    }

    @Test
    void a_range_of_nodes_is_one_number_where_nothing_else_can_be_said() {
        var nodes = new JobNodes(1, 4, 0, "c10d", "gpu-a:29400", Map.of(), Optional.of("gpu-b"));

        WrittenLaunch written = LaunchTool.DEEPSPEED.write(plain().nodes(nodes).build());

        assertThat(written.text()).contains("--num_nodes 4");
        assertThat(written.leftOut())
                .contains(
                        "--rdzv-backend c10d is not in it: deepspeed has no word for it",
                        "--local-addr gpu-b is not in it: deepspeed has no word for it",
                        "--nnodes 1:4 is not in it: deepspeed takes one number, so it says 4");
    }

    @Test
    void a_script_for_sbatch_starts_one_torchrun_on_every_node() {
        JobSpec spec =
                plain().nodes(NODES).rendezvousId("job7").environment(Map.of("A", "x y")).build();

        WrittenLaunch written = LaunchTool.SBATCH.write(spec);

        assertThat(written.text())
                .isEqualTo(
                        """
                        #!/bin/bash
                        #SBATCH --job-name=train.py
                        #SBATCH --nodes=2
                        #SBATCH --ntasks-per-node=1
                        #SBATCH --chdir=/work
                        # and what the cluster asks for: --partition, --account, --time, --gpus-per-node

                        export A='x y'
                        first=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
                        srun /usr/bin/python3 -m torch.distributed.run --nproc-per-node 2 --nnodes 2:2 \
                        --rdzv-backend c10d --rdzv-id job7 \
                        --rdzv-endpoint "$first:29400" /jobs/train.py --lr 0.1
                        """);
        assertThat(written.leftOut())
                .containsExactly(
                        "--rdzv-endpoint gpu-a:29500 is not in it: nodes meet at the first that"
                                + " Slurm gives them",
                        "--node-rank 1 is not in it: all nodes get the same words");
        assertThat(read(written).texts())
                .containsEntry(LaunchField.WORKERS, "2")
                .containsEntry(LaunchField.NODES, "2:2")
                .containsEntry(LaunchField.WORKING_DIRECTORY, "/work");
    }

    @ParameterizedTest
    @EnumSource(names = "MUSTER", mode = EnumSource.Mode.EXCLUDE)
    void a_function_is_for_muster_run_alone(LaunchTool tool) {
        JobSpec spec = plain().entrypoint(new Entrypoint.Function("jobs.a", "main")).build();

        assertThat(tool.write(spec))
                .isEqualTo(new WrittenLaunch("", List.of("only muster run can call a function")));
        assertThat(LaunchTool.MUSTER.write(spec).text()).contains("muster run", "--function");
    }

    private static SampleSpec plain() {
        return SampleSpec.ofScript().arguments("--lr", "0.1");
    }

    private static LaunchDraft read(WrittenLaunch written) {
        return TorchrunLine.parse(written.text(), Map.of()).draft();
    }
}
