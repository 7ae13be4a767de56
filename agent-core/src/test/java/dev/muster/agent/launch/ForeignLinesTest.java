package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.launch.LaunchDraft.Kind;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

/** Lines of accelerate and deepspeed, as their guides and their users write them. */
class ForeignLinesTest {
    private static final Map<String, String> ENVIRONMENT = Map.of("HOME", "/home/ann");

    @Test
    void accelerates_line_for_one_machine_says_workers_and_its_precision() {
        LaunchReading read =
                read(
                        """
                        CUDA_VISIBLE_DEVICES=0,1 accelerate launch --multi_gpu \\
                            --num_processes=2 --mixed_precision bf16 \\
                            train.py --epochs 3
                        """);

        assertThat(read.problems()).isEmpty();
        assertThat(read.draft().text(LaunchField.SCRIPT)).isEqualTo("train.py");
        assertThat(read.draft().text(LaunchField.WORKERS)).isEqualTo("2");
        assertThat(read.draft().arguments()).containsExactly("--epochs", "3");
        assertThat(read.draft().environment())
                .containsOnly(
                        Map.entry("CUDA_VISIBLE_DEVICES", "0,1"),
                        Map.entry("ACCELERATE_MIXED_PRECISION", "bf16"));
    }

    @Test
    void accelerate_counts_the_processes_of_all_machines_together() {
        LaunchReading read =
                read(
                        "accelerate launch --num-processes 16 --num-machines 2 --machine-rank 1"
                                + " --main-process-ip node0 --main-process-port 6000"
                                + " --rdzv_backend c10d --max_restarts 3 -m package.train");

        assertThat(read.problems()).isEmpty();
        assertThat(read.draft().kind()).isEqualTo(Kind.MODULE);
        assertThat(read.draft().texts())
                .containsEntry(LaunchField.WORKERS, "8")
                .containsEntry(LaunchField.NODES, "2")
                .containsEntry(LaunchField.NODE_RANK, "1")
                .containsEntry(LaunchField.RENDEZVOUS, "c10d")
                .containsEntry(LaunchField.RENDEZVOUS_ENDPOINT, "node0:6000")
                .containsEntry(LaunchField.MAX_RESTARTS, "3");
    }

    @Test
    void what_of_accelerates_has_no_place_here_is_named() {
        LaunchReading read =
                read(
                        "accelerate launch --config_file fsdp.yaml --use_fsdp"
                                + " --fsdp_sharding_strategy FULL_SHARD train.py");

        assertThat(read.draft().text(LaunchField.SCRIPT)).isEqualTo("train.py");
        assertThat(sentences(read))
                .containsExactly(
                        "--num-processes is not given, and accelerate's own configuration is not"
                                + " read; say how many workers there are",
                        "what fsdp.yaml says is not read; give its number of processes as workers",
                        "accelerate's --use-fsdp, --fsdp-sharding-strategy are left out; say in"
                                + " the script's Accelerator(…) what they say");
    }

    @Test
    void processes_that_cannot_be_dealt_out_evenly_are_said() {
        LaunchReading read = read("accelerate launch --num_processes 3 --num_machines 2 train.py");

        assertThat(sentences(read))
                .contains("found --num-processes 3, expected as many for each of 2 machines");
    }

    @Test
    void deepspeed_takes_every_gpu_and_tells_the_script_its_local_rank() {
        LaunchReading read = read("deepspeed train.py --deepspeed_config ds.json");

        assertThat(read.problems()).isEmpty();
        assertThat(read.draft().text(LaunchField.WORKERS)).isEqualTo("gpu");
        assertThat(read.draft().arguments())
                .containsExactly("--local_rank=${local_rank}", "--deepspeed_config", "ds.json");
    }

    @Test
    void deepspeeds_chosen_gpus_are_the_workers() {
        LaunchReading read =
                read(
                        "deepspeed --include localhost:1,3 --master_port 60000 --no_local_rank"
                                + " --module package.train");

        assertThat(read.problems()).isEmpty();
        assertThat(read.draft().text(LaunchField.WORKERS)).isEqualTo("2");
        assertThat(read.draft().text(LaunchField.MASTER_PORT)).isEqualTo("60000");
        assertThat(read.draft().environment()).containsEntry("CUDA_VISIBLE_DEVICES", "1,3");
        assertThat(read.draft().arguments()).isEmpty();
    }

    @Test
    void deepspeeds_other_nodes_are_not_started_through_ssh() {
        LaunchReading read =
                read(
                        "deepspeed -H hosts.txt --num_nodes=2 --num_gpus=8 --master_addr gpu-a"
                                + " --save_pid train.py");

        assertThat(read.draft().texts())
                .containsEntry(LaunchField.WORKERS, "8")
                .containsEntry(LaunchField.NODES, "2")
                .containsEntry(LaunchField.RENDEZVOUS_ENDPOINT, "gpu-a:29500");
        assertThat(sentences(read))
                .containsExactly(
                        "the other nodes are not started from here through ssh; start the job on"
                                + " each of them, each with its own node rank",
                        "deepspeed's --hostfile, --save-pid are left out; there is nothing like"
                                + " it here");
    }

    @Test
    void a_launcher_inside_an_environment_names_its_interpreter() {
        assertThat(python("/venv/bin/accelerate launch --num_processes 1 a.py"))
                .isEqualTo("/venv/bin/python3");
        assertThat(python("/venv/bin/python -m accelerate.commands.launch --num_processes 1 a.py"))
                .isEqualTo("/venv/bin/python");
        assertThat(python("/venv/bin/python /venv/bin/deepspeed --num_gpus 1 a.py"))
                .isEqualTo("/venv/bin/python");
        assertThat(python("source ~/venv/bin/activate && torchrun a.py"))
                .isEqualTo("/home/ann/venv/bin/python3");
    }

    private static String python(String line) {
        return read(line).draft().text(LaunchField.PYTHON);
    }

    private static LaunchReading read(String line) {
        return TorchrunLine.parse(line, ENVIRONMENT);
    }

    private static List<String> sentences(LaunchReading read) {
        return read.problems().stream().map(LaunchProblem::forTerminal).toList();
    }
}
