package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

/** Scripts for sbatch, as clusters' guides have them. */
class SlurmScriptTest {
    private static final Map<String, String> ENVIRONMENT = Map.of("HOME", "/home/ann");

    @Test
    void a_script_that_starts_torchrun_on_every_node_fills_in_what_slurm_would() {
        LaunchReading read =
                read(
                        """
                        #!/bin/bash
                        #SBATCH --job-name=llm
                        #SBATCH -N 2
                        #SBATCH --ntasks-per-node=1
                        #SBATCH --gres=gpu:a100:4   # per node
                        #SBATCH --cpus-per-task=32
                        #SBATCH --time=24:00:00 --partition=gpu
                        #SBATCH --signal=USR1@120
                        #SBATCH --chdir=/jobs

                        module load cuda/12.4
                        source venv/bin/activate
                        export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK
                        head=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)

                        srun --kill-on-bad-exit=1 torchrun \\
                            --nnodes $SLURM_NNODES \\
                            --nproc_per_node $SLURM_GPUS_ON_NODE \\
                            --rdzv_id $SLURM_JOB_ID --rdzv_backend c10d \\
                            --rdzv_endpoint $head:29500 \\
                            train.py --lr 0.1
                        """);

        assertThat(read.draft().texts())
                .containsEntry(LaunchField.SCRIPT, "train.py")
                .containsEntry(LaunchField.PYTHON, "venv/bin/python3")
                .containsEntry(LaunchField.NODES, "2")
                .containsEntry(LaunchField.WORKERS, "4")
                .containsEntry(LaunchField.RENDEZVOUS, "c10d")
                .containsEntry(LaunchField.RENDEZVOUS_ENDPOINT, "$head:29500")
                .containsEntry(LaunchField.SAVE_SIGNAL, "SIGUSR1")
                .containsEntry(LaunchField.SAVE_TIMEOUT, "120")
                .containsEntry(LaunchField.WORKING_DIRECTORY, "/jobs");
        assertThat(read.draft().environment()).containsOnly(Map.entry("OMP_NUM_THREADS", "32"));
        assertThat(sentences(read))
                .containsExactly(
                        "\"module load cuda/12.4\" is left out; only the torchrun line is run here",
                        "a command in $(…) is not run from here; write its result",
                        "$SLURM_JOB_ID is not set here; write its value, or put it in single"
                                + " quotes",
                        "$head is not set here; write its value, or put it in single quotes",
                        "Slurm's --partition, --time are left out; nothing is queued here");
    }

    @Test
    void tasks_that_srun_starts_itself_are_the_workers() {
        LaunchReading read =
                read(
                        """
                        #SBATCH --nodes=2 --ntasks=8
                        srun python -u train.py --lr 0.1
                        """);

        assertThat(read.draft().texts())
                .containsEntry(LaunchField.WORKERS, "4")
                .containsEntry(LaunchField.NODES, "2")
                .containsEntry(LaunchField.PYTHON, "python")
                .containsEntry(LaunchField.SCRIPT, "train.py");
        assertThat(sentences(read))
                .containsExactly(
                        "the script will not find SLURM_PROCID and the like; as with torchrun it"
                                + " has RANK, LOCAL_RANK and WORLD_SIZE");
    }

    @Test
    void a_line_in_a_shell_of_its_own_is_read_too() {
        LaunchReading read =
                read(
                        "srun -N1 --gpus 2 bash -lc 'cd /jobs && torchrun --nproc-per-node"
                                + " $SLURM_GPUS_ON_NODE train.py'");

        assertThat(read.problems()).isEmpty();
        assertThat(read.draft().text(LaunchField.WORKERS)).isEqualTo("2");
        assertThat(read.draft().text(LaunchField.WORKING_DIRECTORY)).isEqualTo("/jobs");
    }

    @Test
    void sbatch_with_its_command_in_the_line_is_read_too() {
        LaunchReading read =
                read(
                        "sbatch -p gpu --export=ALL,SEED=7 --wrap 'accelerate launch"
                                + " --num_processes 4 train.py'");

        assertThat(read.draft().text(LaunchField.WORKERS)).isEqualTo("4");
        assertThat(read.draft().environment()).containsEntry("SEED", "7");
        assertThat(sentences(read))
                .containsExactly("Slurm's --partition is left out; nothing is queued here");
    }

    @Test
    void of_a_script_that_is_only_named_nothing_is_known() {
        LaunchReading read = read("sbatch --nodes 2 train.sbatch");

        assertThat(read.draft()).isEqualTo(LaunchDraft.EMPTY);
        assertThat(sentences(read))
                .singleElement()
                .asString()
                .startsWith("found \"sbatch --nodes 2 train.sbatch\", expected a line that begins");
    }

    private static LaunchReading read(String text) {
        return TorchrunLine.parse(text, ENVIRONMENT);
    }

    private static List<String> sentences(LaunchReading read) {
        return read.problems().stream().map(LaunchProblem::forTerminal).toList();
    }
}
