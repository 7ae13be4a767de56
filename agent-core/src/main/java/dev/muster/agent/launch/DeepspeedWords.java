package dev.muster.agent.launch;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * {@code deepspeed} in torchrun's words. By itself it takes every GPU of the machine, and starts
 * the other nodes through ssh.
 */
final class DeepspeedWords {
    /** Tells the script its local rank, unless {@code --no_local_rank} is given. */
    static final String RANK_ARGUMENT = "--local_rank";

    private static final Set<String> SWITCHES =
            Set.of(
                    "module",
                    "no-python",
                    "no-local-rank",
                    "no-ssh",
                    "no-ssh-check",
                    "force-multi",
                    "save-pid",
                    "elastic-training",
                    "bind-cores-to-rank");

    private static final Map<Character, String> LETTERS =
            Map.of('H', "hostfile", 'i', "include", 'e', "exclude");

    private static final Pattern HERE =
            Pattern.compile("(localhost|127\\.0\\.0\\.1)(:(?<slots>[0-9]+(,[0-9]+)*))?");

    private DeepspeedWords() {}

    static boolean saysRank(List<String> words) {
        return !ForeignFlags.read(words, SWITCHES, LETTERS).takeAny("no-local-rank");
    }

    static Translation translate(List<String> words) {
        var flags = ForeignFlags.read(words, SWITCHES, LETTERS);
        var torchrun = new Translation();
        workers(flags, torchrun);
        boolean several = nodes(flags, torchrun);
        torchrun.place(
                several,
                flags.take("master-addr").orElse(""),
                flags.take("master-port").orElse(""));
        torchrun.sameAs(flags, "node-rank");
        flags.take("enable-each-rank-log")
                .filter(folder -> !folder.equals("None"))
                .ifPresent(
                        folder -> {
                            torchrun.flag("log-dir", folder);
                            torchrun.flag("redirects", "3");
                        });
        torchrun.sameSwitches(flags, "module", "no-python");
        boolean byItself = flags.takeAny("no-ssh");
        flags.takeAny("no-local-rank", "no-ssh-check", "force-multi"); // as it is here anyway
        if (several && !byItself) {
            torchrun.problems()
                    .add(
                            "the other nodes are not started from here through ssh; start the job"
                                    + " on each of them, each with its own node rank");
        }
        torchrun.leaveOut(flags, "deepspeed's", "there is nothing like it here");
        torchrun.words().addAll(flags.rest());
        return torchrun;
    }

    private static void workers(ForeignFlags flags, Translation torchrun) {
        String count = flags.take("num-gpus").or(() -> flags.take("num-accelerators")).orElse("-1");
        Optional<String> slots =
                Optional.ofNullable(flags.values().get("include"))
                        .map(HERE::matcher)
                        .filter(here -> here.matches() && here.group("slots") != null)
                        .map(here -> here.group("slots"));
        if (slots.isPresent()) {
            flags.takeAny("include");
            torchrun.environment().put("CUDA_VISIBLE_DEVICES", slots.get());
            int chosen = slots.get().split(",", -1).length;
            torchrun.flag("nproc-per-node", Integer.toString(chosen));
        } else {
            torchrun.flag("nproc-per-node", count.equals("-1") ? "gpu" : count);
        }
    }

    /** Answers whether there are others. */
    private static boolean nodes(ForeignFlags flags, Translation torchrun) {
        String fixed = flags.take("num-nodes").filter(count -> !count.equals("-1")).orElse("1");
        String least = flags.take("min-elastic-nodes").orElse("1");
        String most = flags.take("max-elastic-nodes").orElse(fixed);
        boolean elastic = flags.takeAny("elastic-training");
        if (elastic) torchrun.flag("rdzv-backend", "c10d");
        String nodes = elastic ? least + ":" + most : fixed;
        boolean several = !nodes.equals("1") && !nodes.equals("1:1");
        if (several) torchrun.flag("nnodes", nodes);
        return several;
    }
}
