package dev.muster.agent.doctor;

import dev.muster.agent.diagnose.DiskSpace;
import dev.muster.agent.home.AgentSockets;
import dev.muster.agent.home.MusterHome;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks all checks at once, each in a thread of its own, and tells what they found in their order.
 */
public final class Doctor {
    /** Longer than any single question within a check may take. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final List<Check> checks;
    private final Duration patience;

    Doctor(List<Check> checks, Duration patience) {
        this.checks = List.copyOf(checks);
        this.patience = patience;
    }

    /** For this machine and user. */
    public static Doctor ofThisMachine(Map<String, String> environment) {
        var home = MusterHome.of(environment);
        return new Doctor(
                List.of(
                        new PythonCheck(environment),
                        new PortsCheck(PortsCheck.USUAL_STORE_PORT),
                        NamesCheck.ofThisMachine(),
                        new FoldersCheck(home.state(), AgentSockets.of(environment)),
                        new DiskCheck(home.state(), DiskSpace::of),
                        new ClockCheck(home.state(), InstantSource.system()),
                        new LeftoversCheck(Path.of("/proc"), home.runs())),
                PATIENCE);
    }

    /** Waits for all checks, and for none longer than its patience. */
    public List<Finding> examine() throws InterruptedException {
        List<CompletableFuture<List<Finding>>> answers = checks.stream().map(this::begin).toList();
        long deadline = System.nanoTime() + patience.toNanos();
        var findings = new ArrayList<Finding>();
        for (int i = 0; i < checks.size(); i++) {
            findings.addAll(await(checks.get(i), answers.get(i), deadline));
        }
        return List.copyOf(findings);
    }

    private CompletableFuture<List<Finding>> begin(Check check) {
        var answer = new CompletableFuture<List<Finding>>();
        Thread.ofPlatform() // name services and disks hold on to their thread
                .daemon()
                .name("check " + check.name())
                .start(() -> answer.complete(look(check)));
        return answer;
    }

    private static List<Finding> look(Check check) {
        try {
            return check.look();
        } catch (IOException | RuntimeException e) {
            return List.of(
                    Finding.warn(
                            check.name(),
                            "could not be looked at: " + e,
                            "see whether that hinders runs, too"));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private List<Finding> await(
            Check check, CompletableFuture<List<Finding>> answer, long deadlineNanos)
            throws InterruptedException {
        try {
            return answer.get(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            return List.of(
                    Finding.warn(
                            check.name(),
                            "no answer within %d s".formatted(patience.toSeconds()),
                            "whatever it asks hangs; runs that need it will, too"));
        } catch (ExecutionException e) {
            throw new IllegalStateException("a check answers whatever happens", e);
        }
    }
}
