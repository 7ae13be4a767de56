package dev.muster.agent.launch;

import static dev.muster.agent.launch.LaunchField.MASTER_PORT;
import static dev.muster.agent.launch.LaunchField.MAX_RESTARTS;
import static dev.muster.agent.launch.LaunchField.WORKERS;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/** The fields of a draft that are numbers. */
final class NumberChecks {
    /** More than any machine has devices; far fewer than would exhaust its processes. */
    private static final int MOST_WORKERS = 1024;

    private static final String WORKERS_EXPECTED =
            "a whole number of 1 or more, or cpu, gpu, xpu or auto";

    private static final int HIGHEST_PORT = 65535;

    private final LaunchDraft draft;
    private final Machine machine;
    private final Findings findings;

    NumberChecks(LaunchDraft draft, Machine machine, Findings findings) {
        this.draft = draft;
        this.machine = machine;
        this.findings = findings;
    }

    /**
     * @param python asked about devices that torch alone knows; absent: there is none
     */
    int workers(Optional<Path> python) {
        String text = draft.text(WORKERS);
        return switch (text) {
            case "" -> 1;
            case "cpu" -> cpus();
            case "auto" -> gpusOr(cpus());
            case "gpu" -> gpus();
            default -> numberOrDevices(text, python);
        };
    }

    private int numberOrDevices(String text, Optional<Path> python) {
        OptionalInt number = atLeast(1, text);
        if (number.isPresent()) return notTooMany(number.getAsInt(), text);
        if (!TorchDevices.canBeKind(text) || python.isEmpty()) return unsupported(text, "");
        return switch (TorchDevices.count(text, python.get(), machine)) {
            case Gpus.Counted(var count) when count > 0 -> count;
            case Gpus.Counted _ -> unsupported(text, "the torch of this job sees none");
            case Gpus.Unknown(var reason) -> unsupported(text, reason);
        };
    }

    private int unsupported(String text, String reason) {
        findings.add(
                WORKERS,
                "Unsupported nproc_per_node value: %s%s; expected %s"
                        .formatted(
                                text,
                                reason.isEmpty() ? "" : " (" + reason + ")",
                                WORKERS_EXPECTED));
        return 1;
    }

    private int notTooMany(int workers, String text) {
        if (workers <= MOST_WORKERS) return workers;
        return refuse(WORKERS, text, "at most %d workers on one machine".formatted(MOST_WORKERS));
    }

    int maxRestarts() {
        String text = draft.text(MAX_RESTARTS);
        if (text.isEmpty()) return 0;
        return atLeast(0, text)
                .orElseGet(
                        () ->
                                refuse(
                                        MAX_RESTARTS,
                                        text,
                                        "a whole number of 0 or more (max_restarts must be >= 0)"));
    }

    /**
     * The port asked for, if it is free.
     *
     * @param endpointPort the rendezvous endpoint's, which holds where no store port is given; 0 is
     *     any free one
     */
    Optional<Integer> masterPort(int endpointPort) {
        String text = draft.text(MASTER_PORT);
        OptionalInt port = text.isEmpty() ? OptionalInt.of(endpointPort) : atLeast(0, text);
        if (port.isEmpty() || port.getAsInt() > HIGHEST_PORT) {
            refuse(MASTER_PORT, text, "a port from 0 to 65535, where 0 takes any free one");
            return Optional.empty();
        }
        if (port.getAsInt() == 0) return Optional.empty();
        LoopbackPort.whyTaken(port.getAsInt()).ifPresent(why -> findings.add(MASTER_PORT, why));
        return Optional.of(port.getAsInt());
    }

    private int gpusOr(int otherwise) {
        Gpus gpus = machine.gpus();
        return gpus instanceof Gpus.Counted(var count) && count > 0 ? count : otherwise;
    }

    private int gpus() {
        String instead = "; give a number, or cpu";
        return switch (machine.gpus()) {
            case Gpus.Counted(var count) when count > 0 -> count;
            case Gpus.Counted _ -> {
                findings.add(WORKERS, "Cuda is not available: workers would see no GPU" + instead);
                yield 1;
            }
            case Gpus.Unknown(var reason) -> {
                findings.add(WORKERS, "Cuda is not available: " + reason + instead);
                yield 1;
            }
        };
    }

    private static int cpus() {
        return Processors.allowed().count();
    }

    private static OptionalInt atLeast(int least, String text) {
        try {
            int number = Integer.parseInt(text);
            return number >= least ? OptionalInt.of(number) : OptionalInt.empty();
        } catch (NumberFormatException _) {
            return OptionalInt.empty();
        }
    }

    private int refuse(LaunchField field, String found, String expected) {
        findings.add(field, "found \"%s\", expected %s".formatted(found, expected));
        return 1;
    }
}
