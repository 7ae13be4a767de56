package dev.muster.agent.launch;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** Devices that only the job's own torch can count: those of Intel, and those of plug-ins. */
final class TorchDevices {
    /** Importing torch for the first time since the machine was started takes its time. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final Pattern KIND = Pattern.compile("[a-z][a-z_]*[a-z0-9]*");
    private static final String QUESTION =
            """
            import sys, torch
            kind = sys.argv[1]
            known = kind in ("xpu", torch._C._get_privateuse1_backend_name())
            devices = getattr(torch, kind, None) if known else None
            print("unknown" if devices is None else devices.device_count() if devices.is_available() else 0)
            """;

    private TorchDevices() {}

    /** Whether a kind of device could have that name. */
    static boolean canBeKind(String text) {
        return KIND.matcher(text).matches();
    }

    /** Asks the interpreter's torch, which takes seconds. */
    static Gpus count(String kind, Path python, Machine machine) {
        var question = List.of(python.toString(), "-c", QUESTION, kind);
        return switch (BriefQuestion.ask(question, machine.environment(), LIMIT)) {
            case BriefQuestion.Answer.Said(var lines)
                    when !lines.isEmpty() && lines.getLast().matches("\\d{1,4}") ->
                    new Gpus.Counted(Integer.parseInt(lines.getLast()));
            case BriefQuestion.Answer.Said _ ->
                    new Gpus.Unknown("the torch of this job knows no such device");
            case BriefQuestion.Answer.Nothing(var reason) -> new Gpus.Unknown(reason);
        };
    }
}
