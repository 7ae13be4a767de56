package dev.muster.gui.failure;

import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerFailure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What somebody could do next about a failure, the likeliest first. Only what follows from the
 * cause: where nothing does, it leads to the place that says most.
 */
final class Advice {
    private static final Pattern NO_MODULE =
            Pattern.compile(".*No module named '?([A-Za-z0-9_.]+)'?.*");
    private static final int ARGPARSE = 2;

    private Advice() {}

    static List<String> of(WorkerFailure failure, JobSpec spec, Optional<PythonTrace> trace) {
        var steps = new ArrayList<String>();
        switch (failure.cause()) {
            case FailureCause.Raised(var exception) -> steps.addAll(raised(exception, spec, trace));
            case FailureCause.LostPeer _ -> {
                steps.add("It only noticed that another worker had gone: look at who ended first.");
                steps.add("With no such worker here, look at the other nodes and the network.");
            }
            case FailureCause.WriteFailed _ -> {
                steps.add("Make room on that disk, or send checkpoints and logs to another one.");
                steps.add("A quota or a limit on files fails in the same way as a full disk.");
            }
            case FailureCause.OutOfMemory _ -> {
                steps.add("Use fewer or smaller data loader workers, or a smaller batch.");
                steps.add("Run fewer ranks on this node, or raise the memory limit it runs under.");
                steps.add("The Usage page shows which rank's memory grew.");
            }
            case FailureCause.TimedOut(var timer) ->
                    steps.add(
                            "See why the part named %s took longer than it had asked for, or give it more time there."
                                    .formatted(timer));
            case FailureCause.Signalled _ -> steps.addAll(signalled(failure.exit()));
            case FailureCause.Exited _ -> steps.addAll(exited(failure.exit(), spec));
            case FailureCause.Stopped _ -> {
                // it went with the others
            }
        }
        if (steps.isEmpty()) steps.add("Read what it printed last, in its log.");
        return List.copyOf(steps);
    }

    private static List<String> raised(
            String exception, JobSpec spec, Optional<PythonTrace> trace) {
        var steps = new ArrayList<>(known(exception, spec));
        trace.map(PythonTrace::own)
                .filter(own -> !own.isEmpty())
                .map(List::getFirst)
                .ifPresent(
                        frame ->
                                steps.add(
                                        "In your own code it happened at %s, in %s."
                                                .formatted(frame.place(), frame.function())));
        return steps;
    }

    private static List<String> known(String exception, JobSpec spec) {
        if (has(exception, "CUDA out of memory|OutOfMemoryError|HIP out of memory")) {
            return List.of(
                    "Use a smaller batch, gradient accumulation or activation checkpointing.",
                    "Look whether another process holds memory of this GPU (nvidia-smi).",
                    "If much is reserved but not allocated, set PYTORCH_CUDA_ALLOC_CONF to"
                            + " expandable_segments:True.");
        }
        if (has(exception, "device-side assert|CUDA error")) {
            return List.of(
                    "Run again with CUDA_LAUNCH_BLOCKING=1: then the traceback shows the call that"
                            + " failed, often an index out of range.");
        }
        if (has(exception, "NCCL|ProcessGroupNCCL")) {
            return List.of(
                    "Run again with NCCL_DEBUG=INFO and read the first warning in the logs.",
                    "On several nodes, name the network with NCCL_SOCKET_IFNAME.");
        }
        Matcher module = NO_MODULE.matcher(exception);
        if (module.matches()) {
            return List.of(
                    "Install %s where this run looks for it: %s."
                            .formatted(module.group(1), python(spec)),
                    "Or choose another Python in the launch form.");
        }
        if (has(exception, "FileNotFoundError|NotADirectoryError")) {
            return List.of(
                    "A relative path is looked up from %s.".formatted(spec.workingDirectory()));
        }
        if (has(exception, "PermissionError")) {
            return List.of("Check who owns that file, and whether the folder lets this user in.");
        }
        if (has(exception, "Address already in use|EADDRINUSE")) {
            return List.of(
                    "Another process holds that port. Leave the port out, and a free one is"
                            + " chosen.");
        }
        return List.of();
    }

    private static List<String> signalled(WorkerExit exit) {
        if (!(exit instanceof WorkerExit.Killed(var signal, _))) return List.of();
        if (signal.equals(Signal.KILL)) {
            return List.of(
                    "Ask the system who did it: dmesg, journalctl, or the scheduler's log of this"
                            + " job.",
                    "If memory grew on the Usage page, use less of it per rank.");
        }
        return switch (signal.name()) {
            case "SIGBUS" ->
                    List.of(
                            "Look at df -h /dev/shm. In a container, start it with a larger"
                                    + " --shm-size.",
                            "Or use fewer data loader workers.");
            case "SIGSEGV", "SIGILL", "SIGFPE" ->
                    List.of(
                            "The last lines of its stderr may have Python's stack at that moment.",
                            "Check that torch, CUDA and what else is native were made for each"
                                    + " other.");
            case "SIGABRT" ->
                    List.of("Read the lines before the end of its stderr: they say what failed.");
            case "SIGTERM", "SIGINT", "SIGHUP" ->
                    List.of("Look into the scheduler's log, or who else may signal this process.");
            default -> List.of();
        };
    }

    private static List<String> exited(WorkerExit exit, JobSpec spec) {
        return switch (exit) {
            case WorkerExit.NeverStarted _ ->
                    List.of(
                            "Check that the program is there and may be run: %s."
                                    .formatted(python(spec)));
            case WorkerExit.Unkillable _ ->
                    List.of(
                            "The system keeps it in a wait: mostly a network file system or a GPU"
                                    + " driver that does not answer.");
            case WorkerExit.Failed(var code) when code == ARGPARSE ->
                    List.of(
                            "Code 2 mostly means that the script did not like its arguments: its"
                                    + " last lines say which.",
                            "Correct them in the launch form and run again.");
            default ->
                    List.of(
                            "It ended by itself and left no exception. Its last lines are all"
                                    + " there is.");
        };
    }

    private static String python(JobSpec spec) {
        return spec.python().map(Path::toString).orElse("the program on the command line");
    }

    private static boolean has(String exception, String pattern) {
        return Pattern.compile(pattern).matcher(exception).find();
    }
}
