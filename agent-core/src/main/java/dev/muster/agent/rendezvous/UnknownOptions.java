package dev.muster.agent.rendezvous;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What to say of options that nobody goes by. torchrun says nothing of most, and falls over those
 * that are named like its own parameters (elastic-agent §5.3); here the run goes on without them.
 */
final class UnknownOptions {
    /** Names of parameters, and the flags that say them. */
    private static final Map<String, String> FLAGS =
            Map.of(
                    "backend", "--rdzv-backend",
                    "endpoint", "--rdzv-endpoint",
                    "run_id", "--rdzv-id",
                    "min_nodes", "--nnodes MIN:MAX",
                    "max_nodes", "--nnodes MIN:MAX",
                    "local_addr", "--local-addr",
                    "rank", "--node-rank");

    /** Among fewer letters than that, a slip makes another word. */
    private static final int LETTERS_TO_A_SLIP = 3;

    private UnknownOptions() {}

    /** A sentence for each, in the order of their names. */
    static List<String> told(String backend, Set<String> known, RendezvousConfig config) {
        var unknown = new TreeSet<>(config.options().keySet());
        unknown.removeAll(known);
        return unknown.stream().map(key -> told(backend, new TreeSet<>(known), key)).toList();
    }

    private static String told(String backend, TreeSet<String> known, String key) {
        String ignored =
                "--rdzv-conf: %s knows no \"%s\", which is ignored; ".formatted(backend, key);
        if (FLAGS.containsKey(key)) return ignored + "there is " + FLAGS.get(key) + " for that";
        if (key.equals("timeout")) return ignored + "nodes are waited for as join_timeout says";
        return ignored
                + nearest(known, key)
                        .map("did you mean %s?"::formatted)
                        .orElseGet(() -> "it knows " + String.join(", ", known));
    }

    private static Optional<String> nearest(TreeSet<String> known, String key) {
        String nearest = "";
        int fewest = Integer.MAX_VALUE;
        for (String each : known) {
            int slips = slips(each, key);
            if (slips >= fewest) continue;
            nearest = each;
            fewest = slips;
        }
        int most = key.length() / LETTERS_TO_A_SLIP;
        return fewest <= most ? Optional.of(nearest) : Optional.empty();
    }

    /** How many letters must be put in, left out or changed to make one of the other. */
    private static int slips(String one, String other) {
        int[] above = new int[other.length() + 1];
        for (int column = 0; column < above.length; column++) above[column] = column;
        for (int row = 1; row <= one.length(); row++) {
            int diagonal = above[0];
            above[0] = row;
            for (int column = 1; column < above.length; column++) {
                boolean same = one.charAt(row - 1) == other.charAt(column - 1);
                int changed = same ? diagonal : diagonal + 1;
                diagonal = above[column];
                above[column] = Math.min(changed, 1 + Math.min(diagonal, above[column - 1]));
            }
        }
        return above[other.length()];
    }
}
