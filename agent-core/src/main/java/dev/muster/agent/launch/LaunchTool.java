package dev.muster.agent.launch;

import static dev.muster.agent.launch.LaunchField.ENVIRONMENT;
import static dev.muster.agent.launch.LaunchField.GRACE;
import static dev.muster.agent.launch.LaunchField.LINE_PREFIX;
import static dev.muster.agent.launch.LaunchField.LOCAL_ADDRESS;
import static dev.muster.agent.launch.LaunchField.LOG_DIR;
import static dev.muster.agent.launch.LaunchField.MASTER_PORT;
import static dev.muster.agent.launch.LaunchField.MAX_RESTARTS;
import static dev.muster.agent.launch.LaunchField.NODES;
import static dev.muster.agent.launch.LaunchField.NODE_RANK;
import static dev.muster.agent.launch.LaunchField.PYTHON;
import static dev.muster.agent.launch.LaunchField.RENDEZVOUS;
import static dev.muster.agent.launch.LaunchField.RENDEZVOUS_CONFIG;
import static dev.muster.agent.launch.LaunchField.RENDEZVOUS_ENDPOINT;
import static dev.muster.agent.launch.LaunchField.ROLE;
import static dev.muster.agent.launch.LaunchField.SAVE_SIGNAL;
import static dev.muster.agent.launch.LaunchField.SAVE_TIMEOUT;
import static dev.muster.agent.launch.LaunchField.SCRIPT;
import static dev.muster.agent.launch.LaunchField.TEE;
import static dev.muster.agent.launch.LaunchField.WORKERS;
import static dev.muster.agent.launch.LaunchField.WORKING_DIRECTORY;

import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.JobSpec;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** What a launch can be written for, to be started without this window. */
public enum LaunchTool {
    TORCHRUN(
            "torchrun",
            TorchrunLine::of,
            EnumSet.complementOf(EnumSet.of(SAVE_SIGNAL, SAVE_TIMEOUT))),
    MUSTER("muster run", MusterLine::of, EnumSet.allOf(LaunchField.class)),
    ACCELERATE(
            "accelerate",
            AccelerateLine::of,
            EnumSet.of(
                    SCRIPT,
                    PYTHON,
                    WORKERS,
                    MAX_RESTARTS,
                    WORKING_DIRECTORY,
                    NODES,
                    RENDEZVOUS,
                    RENDEZVOUS_ENDPOINT,
                    NODE_RANK,
                    RENDEZVOUS_CONFIG,
                    LOG_DIR,
                    TEE,
                    LINE_PREFIX,
                    GRACE,
                    ROLE,
                    MASTER_PORT,
                    ENVIRONMENT)),
    DEEPSPEED(
            "deepspeed",
            DeepspeedLine::of,
            EnumSet.of(
                    SCRIPT,
                    PYTHON,
                    WORKERS,
                    WORKING_DIRECTORY,
                    NODES,
                    RENDEZVOUS_ENDPOINT,
                    NODE_RANK,
                    MASTER_PORT,
                    ENVIRONMENT)),
    SBATCH(
            "sbatch",
            SbatchScript::of,
            EnumSet.complementOf(
                    EnumSet.of(
                            NODE_RANK,
                            RENDEZVOUS_ENDPOINT,
                            LOCAL_ADDRESS,
                            SAVE_SIGNAL,
                            SAVE_TIMEOUT)));

    private static final String ONLY_MUSTER = "only muster run can call a function";

    private final String word;
    private final Function<JobSpec, String> writer;
    private final Set<LaunchField> says;

    LaunchTool(String word, Function<JobSpec, String> writer, Set<LaunchField> says) {
        this.word = word;
        this.writer = writer;
        this.says = says;
    }

    /** As it is called on a command line. */
    public String word() {
        return word;
    }

    /** The launch in this tool's words. Looks at nothing but the spec. */
    public WrittenLaunch write(JobSpec spec) {
        if (this != MUSTER && spec.entrypoint() instanceof Entrypoint.Callable) {
            return new WrittenLaunch("", List.of(ONLY_MUSTER));
        }
        return new WrittenLaunch(writer.apply(spec), leftOut(spec));
    }

    private List<String> leftOut(JobSpec spec) {
        var leftOut = new ArrayList<String>();
        LaunchDraft draft = DraftOfSpec.of(spec, Map.of()).draft();
        for (LaunchField field : LaunchField.values()) {
            String text = draft.text(field);
            if (text.isEmpty() || says.contains(field) || isUsual(field, text)) continue;
            leftOut.add("%s %s is not in it: %s".formatted(field.flag(), text, why(field)));
        }
        spec.nodes().filter(this::losesItsRange).map(this::oneNumber).ifPresent(leftOut::add);
        return leftOut;
    }

    private static boolean isUsual(LaunchField field, String text) {
        return switch (field) {
            case RENDEZVOUS_ID -> text.equals("none");
            case RENDEZVOUS -> text.equals("static");
            default -> false;
        };
    }

    private String why(LaunchField field) {
        return switch (field) {
            case NODE_RANK, LOCAL_ADDRESS -> inScript("all nodes get the same words");
            case RENDEZVOUS_ENDPOINT -> inScript("nodes meet at the first that Slurm gives them");
            case SAVE_SIGNAL, SAVE_TIMEOUT -> inScript("torchrun has no word for it");
            default -> inScript(word + " has no word for it");
        };
    }

    private String inScript(String why) {
        return this == SBATCH ? why : word + " has no word for it";
    }

    private boolean losesItsRange(JobNodes nodes) {
        boolean fixedOnly = this == ACCELERATE || this == DEEPSPEED;
        return fixedOnly && nodes.min() != nodes.max();
    }

    private String oneNumber(JobNodes nodes) {
        return "--nnodes %d:%d is not in it: %s takes one number, so it says %d"
                .formatted(nodes.min(), nodes.max(), word, nodes.max());
    }
}
