package dev.muster.agent.launch;

import java.util.List;
import java.util.Optional;

/** A Python script that {@code srun} itself starts once for every task, as a group of workers. */
final class SrunTasks {
    private static final String NAMES =
            "the script will not find SLURM_PROCID and the like; as with torchrun it has RANK,"
                    + " LOCAL_RANK and WORLD_SIZE";

    private SrunTasks() {}

    /**
     * @param words what follows srun's own flags; anything but an interpreter is no group
     */
    static Optional<Launcher> find(List<String> words, SlurmOptions slurm) {
        if (words.size() < 2 || !Launcher.isPython(words.getFirst())) return Optional.empty();
        var torchrun = new Translation();
        torchrun.flag("nproc-per-node", Integer.toString(slurm.tasksPerNode()));
        if (!slurm.nodes().equals("1")) torchrun.flag("nnodes", slurm.nodes());
        torchrun.problems().add(NAMES);
        List<String> rest = words.subList(1, words.size());
        while (!rest.isEmpty() && rest.getFirst().equals("-u")) rest = rest.subList(1, rest.size());
        torchrun.words().addAll(rest); // its -m means the same
        return Optional.of(Launcher.of(torchrun, Optional.empty()).in(words.getFirst()));
    }
}
