package dev.muster.agent.rendezvous.etcd;

import dev.muster.agent.rendezvous.Node;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a run's keys lie. {@code now} is what everybody watches: the state, how many nodes there
 * may be, and those that live; the rounds have their own folders beside it.
 *
 * @param folder of the run
 */
record RunKeys(String folder) {
    /** Twenty digits hold every round, so that the keys are in the order of the rounds. */
    private static final String ROUND = "%srounds/%020d";

    /** Begins as the other backends' keys do, so that the same advice helps to clean up. */
    private static final String ALL = "torch.rendezvous.";

    private static final Pattern LIVING =
            Pattern.compile("torch\\.rendezvous\\.([^/]+)/now/nodes/.+", Pattern.DOTALL);

    static RunKeys of(String runId) {
        return new RunKeys("%s%s/".formatted(ALL, withoutSlashes(runId)));
    }

    /** Of all runs. */
    static KeyRange ofAll() {
        return KeyRange.between(ALL, "torch.rendezvous/"); // the character after the last of ALL
    }

    /** The run of a node that lives, where {@code key} is its key. */
    static Optional<String> runOfNode(String key) {
        return Optional.of(LIVING.matcher(key))
                .filter(Matcher::matches)
                .map(found -> found.group(1).replace("%2F", "/").replace("%25", "%"));
    }

    KeyRange now() {
        return KeyRange.under(folder + "now/");
    }

    String state() {
        return folder + "now/state";
    }

    String scaling() {
        return folder + "now/scaling";
    }

    /** Whether {@code key} is that of a node. */
    boolean isNode(String key) {
        return key.startsWith(folder + "now/nodes/");
    }

    String node(Node node) {
        return folder + "now/nodes/" + node;
    }

    String members(long round) {
        return round(round) + "members";
    }

    /** The folder of what the nodes of a round tell each other. */
    String values(long round) {
        return round(round) + "values/";
    }

    /** The folder of what has been added to one counter. */
    String counter(long round, String name) {
        return "%scounters/%s/".formatted(round(round), withoutSlashes(name));
    }

    /** All rounds before that one. */
    KeyRange roundsBefore(long round) {
        return KeyRange.between(round(0), round(round));
    }

    private static String withoutSlashes(String name) {
        return name.replace("%", "%25").replace("/", "%2F");
    }

    private String round(long round) {
        return ROUND.formatted(folder, round) + "/";
    }
}
