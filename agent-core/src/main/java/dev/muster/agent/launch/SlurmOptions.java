package dev.muster.agent.launch;

import dev.muster.agent.job.Signal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What {@code #SBATCH} lines, or the flags of {@code sbatch} and {@code srun}, ask Slurm for: what
 * of it shapes the run, and the variables that it makes for the script.
 */
final class SlurmOptions {
    private static final Set<String> SWITCHES =
            Set.of(
                    "exclusive",
                    "requeue",
                    "no-requeue",
                    "hold",
                    "overlap",
                    "label",
                    "unbuffered",
                    "quiet",
                    "verbose",
                    "parsable",
                    "oversubscribe",
                    "no-kill",
                    "contiguous",
                    "kill-on-bad-exit",
                    "pty",
                    "exact",
                    "spread-job");

    private static final Map<Character, String> LETTERS = new HashMap<>();

    static {
        LETTERS.putAll(Map.of('N', "nodes", 'n', "ntasks", 'G', "gpus", 'c', "cpus-per-task"));
        LETTERS.putAll(Map.of('J', "job-name", 'o', "output", 'e', "error", 'i', "input"));
        LETTERS.putAll(Map.of('t', "time", 'p', "partition", 'A', "account", 'q', "qos"));
        LETTERS.putAll(Map.of('D', "chdir", 'C', "constraint", 'w', "nodelist", 'x', "exclude"));
        LETTERS.putAll(Map.of('d', "dependency", 'a', "array", 'l', "label", 'u', "unbuffered"));
        LETTERS.putAll(
                Map.of(
                        'K',
                        "kill-on-bad-exit",
                        'Q',
                        "quiet",
                        'v',
                        "verbose",
                        's',
                        "oversubscribe"));
    }

    private static final Pattern COUNT = Pattern.compile("(.*:)?(?<count>[1-9][0-9]{0,4})");
    private static final Pattern NODES =
            Pattern.compile("(?<min>[1-9][0-9]{0,5})(-(?<max>[1-9][0-9]{0,5}))?");
    private static final Pattern SIGNAL =
            Pattern.compile("([RB]{1,2}:)?(?<signal>[A-Za-z0-9]+)(@(?<seconds>[0-9]{1,7}))?");

    /** What is looked at here, or is so anyway. */
    private static final Set<String> TAKEN =
            Set.of(
                    "nodes",
                    "ntasks",
                    "ntasks-per-node",
                    "gpus",
                    "gpus-per-node",
                    "gpus-per-task",
                    "gres",
                    "cpus-per-task",
                    "job-name",
                    "chdir",
                    "export",
                    "signal",
                    "wrap",
                    "unbuffered",
                    "label",
                    "kill-on-bad-exit");

    private final Map<String, String> values = new HashMap<>();

    /** Takes flags, of which later ones win, and answers what follows them. */
    List<String> take(List<String> words) {
        var flags = ForeignFlags.read(words, SWITCHES, LETTERS);
        values.putAll(flags.values());
        return flags.rest();
    }

    /** As many nodes as torchrun would be told; 1 where nothing is said. */
    String nodes() {
        var nodes = NODES.matcher(values.getOrDefault("nodes", "1"));
        if (!nodes.matches()) return "1";
        String most = nodes.group("max");
        return most == null ? nodes.group("min") : nodes.group("min") + ":" + most;
    }

    private int leastNodes() {
        return Integer.parseInt(nodes().replaceFirst(":.*", ""));
    }

    /** Tasks of each node, which are the workers where nothing else starts any. */
    int tasksPerNode() {
        return count("ntasks-per-node")
                .or(() -> count("ntasks").map(all -> Math.ceilDiv(all, leastNodes())))
                .orElse(1);
    }

    private Optional<Integer> count(String name) {
        var count = COUNT.matcher(values.getOrDefault(name, ""));
        return count.matches()
                ? Optional.of(Integer.parseInt(count.group("count")))
                : Optional.empty();
    }

    private Optional<Integer> gpusPerNode() {
        return count("gpus-per-node")
                .or(() -> count("gres"))
                .or(() -> count("gpus-per-task").map(each -> each * tasksPerNode()))
                .or(() -> count("gpus").map(all -> Math.ceilDiv(all, leastNodes())));
    }

    /** What Slurm would have set for the script. */
    Map<String, String> variables() {
        var variables = new HashMap<String, String>();
        String nodes = Integer.toString(leastNodes());
        variables.put("SLURM_NNODES", nodes);
        variables.put("SLURM_JOB_NUM_NODES", nodes);
        String tasks = Integer.toString(tasksPerNode());
        variables.put("SLURM_NTASKS_PER_NODE", tasks);
        variables.put("SLURM_NTASKS", Integer.toString(leastNodes() * tasksPerNode()));
        count("cpus-per-task")
                .map(String::valueOf)
                .ifPresent(cpus -> variables.put("SLURM_CPUS_PER_TASK", cpus));
        gpusPerNode()
                .map(String::valueOf)
                .ifPresent(
                        gpus -> {
                            variables.put("SLURM_GPUS_ON_NODE", gpus);
                            variables.put("SLURM_GPUS_PER_NODE", gpus);
                        });
        Optional.ofNullable(values.get("job-name"))
                .ifPresent(name -> variables.put("SLURM_JOB_NAME", name));
        return variables;
    }

    /** The environment that {@code --export} gives the script. */
    Map<String, String> exported() {
        var exported = new HashMap<String, String>();
        for (String entry : values.getOrDefault("export", "").split(",", -1)) {
            int equals = entry.indexOf('=');
            if (equals > 0) exported.put(entry.substring(0, equals), entry.substring(equals + 1));
        }
        return exported;
    }

    Optional<String> directory() {
        return Optional.ofNullable(values.get("chdir"));
    }

    /** What is to be run where no script is named. */
    Optional<String> wrapped() {
        return Optional.ofNullable(values.get("wrap"));
    }

    /** The draft with what {@code --signal} asks for: a signal so long before the end. */
    LaunchDraft saving(LaunchDraft draft) {
        var asked = SIGNAL.matcher(values.getOrDefault("signal", ""));
        if (!asked.matches()) return draft;
        String name = asked.group("signal");
        String seconds = asked.group("seconds");
        LaunchDraft saving = draft.with(LaunchField.SAVE_SIGNAL, signalNamed(name));
        return seconds == null ? saving : saving.with(LaunchField.SAVE_TIMEOUT, seconds);
    }

    private static String signalNamed(String text) {
        if (!text.matches("[0-9]{1,2}")) return text.startsWith("SIG") ? text : "SIG" + text;
        int number = Integer.parseInt(text);
        return number < 1 || number > 31 ? text : new Signal(number).name();
    }

    /** What only Slurm could do, as one sentence; nothing where there is none of it. */
    Optional<String> leftOut() {
        var left = new ArrayList<String>();
        for (String name : values.keySet().stream().sorted().toList()) {
            if (!TAKEN.contains(name)) left.add("--" + name);
        }
        if (left.isEmpty()) return Optional.empty();
        return Optional.of(
                "Slurm's %s %s left out; nothing is queued here"
                        .formatted(String.join(", ", left), left.size() == 1 ? "is" : "are"));
    }
}
