package dev.muster.agent.launch;

import static dev.muster.agent.launch.LaunchField.GRACE;
import static dev.muster.agent.launch.LaunchField.SAVE_SIGNAL;
import static dev.muster.agent.launch.LaunchField.SAVE_TIMEOUT;
import static dev.muster.agent.launch.LaunchField.SIGNALS;

import dev.muster.agent.job.SaveFirst;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.StopTerms;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The fields of a draft that say how workers are brought to an end. */
final class StopChecks {
    private static final String EXIT_BARRIER_VARIABLE = "TORCH_ELASTIC_EXIT_BARRIER_TIMEOUT";
    static final String GRACE_VARIABLE = "TORCH_ELASTIC_SHUTDOWN_TIMEOUT";

    /** SIGILL, SIGFPE and SIGSEGV: Java works with them, and hears of no other cause. */
    private static final Set<Signal> OF_JAVA = Set.of(new Signal(4), new Signal(8), new Signal(11));

    private static final BigDecimal LONGEST = BigDecimal.valueOf(Integer.MAX_VALUE);

    private final LaunchDraft draft;
    private final Machine machine;
    private final Findings findings;

    StopChecks(LaunchDraft draft, Machine machine, Findings findings) {
        this.draft = draft;
        this.machine = machine;
        this.findings = findings;
    }

    StopTerms terms() {
        checkExitBarrier();
        return new StopTerms(grace(), saveFirst(), signals());
    }

    /** What is typed beats the environment, and an empty variable is none (torchrun's order). */
    private Duration grace() {
        String typed = draft.text(GRACE);
        String text = typed.isEmpty() ? machine.variable(GRACE_VARIABLE).orElse("") : typed;
        if (text.isEmpty()) return StopTerms.DEFAULT_GRACE;
        Optional<BigDecimal> seconds = seconds(text);
        if (seconds.isPresent() && seconds.get().signum() < 0) {
            // torchrun's own words
            findings.add(GRACE, "shutdown_timeout must be non-negative, got " + text.strip());
            return StopTerms.DEFAULT_GRACE;
        }
        return seconds.map(StopChecks::duration)
                .orElseGet(
                        () -> {
                            String source =
                                    typed.isEmpty() ? "; it comes from " + GRACE_VARIABLE : "";
                            refuse(GRACE, text, "seconds, 0 or more" + source);
                            return StopTerms.DEFAULT_GRACE;
                        });
    }

    /** It is read where it is needed; here it is only refused, in torchrun's words. */
    private void checkExitBarrier() {
        String text = machine.variable(EXIT_BARRIER_VARIABLE).orElse("");
        if (text.isEmpty()) return;
        Optional<BigDecimal> seconds = seconds(text);
        if (seconds.isEmpty()) {
            refuse(LaunchField.ENVIRONMENT, text, "seconds in " + EXIT_BARRIER_VARIABLE);
        } else if (seconds.get().signum() < 0) {
            findings.add(
                    LaunchField.ENVIRONMENT,
                    "exit_barrier_timeout must be non-negative, got %s; it comes from %s"
                            .formatted(text.strip(), EXIT_BARRIER_VARIABLE));
        }
    }

    private Optional<SaveFirst> saveFirst() {
        String name = draft.text(SAVE_SIGNAL);
        Duration within = saveTimeout();
        if (name.isEmpty()) {
            if (!draft.text(SAVE_TIMEOUT).isEmpty()) {
                findings.add(SAVE_TIMEOUT, "found without --save-signal, which it belongs to");
            }
            return Optional.empty();
        }
        Optional<Signal> signal = catchable(name);
        if (signal.isEmpty()) {
            refuse(SAVE_SIGNAL, name, "the name of a signal that a process can catch, as SIGUSR1");
        }
        return signal.map(known -> new SaveFirst(known, within));
    }

    private Duration saveTimeout() {
        String text = draft.text(SAVE_TIMEOUT);
        if (text.isEmpty()) return SaveFirst.USUALLY_WITHIN;
        Optional<BigDecimal> seconds = seconds(text).filter(number -> number.signum() >= 0);
        if (seconds.isEmpty()) refuse(SAVE_TIMEOUT, text, "seconds, 0 or more");
        return seconds.map(StopChecks::duration).orElse(SaveFirst.USUALLY_WITHIN);
    }

    private List<Signal> signals() {
        String text = draft.text(SIGNALS);
        if (text.isEmpty()) return StopTerms.DEFAULT_SIGNALS;
        var signals = new ArrayList<Signal>();
        for (String name : text.split(",", -1)) {
            Optional<Signal> signal =
                    catchable(name.strip()).filter(known -> !OF_JAVA.contains(known));
            signal.filter(known -> !signals.contains(known)).ifPresent(signals::add);
            if (signal.isEmpty()) {
                refuse(
                        SIGNALS,
                        name.strip(),
                        "names of signals that this process can catch, with commas between, as"
                                + " SIGTERM,SIGUSR1");
            }
        }
        return signals;
    }

    private static Optional<Signal> catchable(String name) {
        return Signal.named(name).filter(Signal::isCatchable);
    }

    private static Optional<BigDecimal> seconds(String text) {
        try {
            return Optional.of(new BigDecimal(text.strip()))
                    .filter(number -> number.compareTo(LONGEST) <= 0);
        } catch (NumberFormatException _) {
            return Optional
                    .empty(); // said by whoever asked, as for any other text that will not do
        }
    }

    private static Duration duration(BigDecimal seconds) {
        return Duration.ofMillis(
                seconds.movePointRight(3).setScale(0, RoundingMode.CEILING).longValue());
    }

    private void refuse(LaunchField field, String found, String expected) {
        findings.add(field, "found \"%s\", expected %s".formatted(found, expected));
    }
}
