package dev.muster.agent.cli;

import dev.muster.agent.job.Signal;
import dev.muster.store.StoreException;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * {@code muster store}: a store and nothing else. Its one line on stdout, {@code READY <port>
 * <address>}, appears once clients can connect. The first signal lets those who are there finish,
 * the second ends it at once; the exit code is 128 + n either way.
 */
@Command(
        name = "muster store",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description = "Serves PyTorch's TCPStore protocol to PyTorch 1.9 and later.")
final class StoreCommand {
    private final Terminal terminal;
    @Mixin private final StoreFlags flags = new StoreFlags();

    StoreCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    int call(List<String> words) {
        try {
            if (!CallWords.read(words, this, terminal)) return ExitCodes.OK;
        } catch (CommandLine.ParameterException e) {
            return refuse(e);
        }
        // One line for each message, and read before the first of them.
        System.setProperty(
                "java.util.logging.SimpleFormatter.format", "%1$tFT%1$tT.%1$tL %4$s %5$s%6$s%n");
        try {
            return serve(flags.config(), flags.grace());
        } catch (IllegalArgumentException | StoreException e) {
            return refuse(e);
        }
    }

    private int serve(StoreServerConfig config, Duration grace) {
        var exitCode = new CompletableFuture<Integer>();
        try (var server = StoreServer.open(config)) {
            endOnSignal(server, grace, exitCode);
            if (flags.untilInputCloses()) endWithInput(exitCode);
            exposure(config).ifPresent(this::say);
            var address = server.address();
            terminal.out() // in one piece, or a reader might see half of it
                    .println(
                            "READY %d %s"
                                    .formatted(
                                            address.getPort(),
                                            address.getAddress().getHostAddress()));
            return exitCode.join();
        }
    }

    private void endOnSignal(
            StoreServer server, Duration grace, CompletableFuture<Integer> exitCode) {
        var asked = new AtomicBoolean();
        DeathSignals.handle(
                signal -> {
                    int code = exitCode(signal);
                    if (!asked.compareAndSet(false, true)) Runtime.getRuntime().halt(code);
                    sayWhoIsAwaited(server, signal, grace);
                    server.closeGracefully(grace);
                    exitCode.complete(code);
                });
    }

    private void sayWhoIsAwaited(StoreServer server, Signal signal, Duration grace) {
        int clients = server.holdings().connections();
        if (clients == 0) return;
        say(
                "%s: ends when its %s left, after %d s at the latest; a second signal ends it at once"
                        .formatted(
                                signal,
                                clients == 1 ? "client has" : clients + " clients have",
                                grace.toSeconds()));
    }

    private static void endWithInput(CompletableFuture<Integer> exitCode) {
        Thread.ofPlatform()
                .daemon()
                .name("stdin")
                .start(
                        () -> {
                            try {
                                while (System.in.read() >= 0) {} // what it says does not matter
                            } catch (IOException _) {
                                // nothing more comes, which is the same
                            }
                            exitCode.complete(ExitCodes.OK);
                        });
    }

    /** What to say where a stranger may come. */
    static Optional<String> exposure(StoreServerConfig config) {
        boolean closed = config.address().isLoopbackAddress() || config.peers().isPresent();
        if (closed) return Optional.empty();
        return Optional.of(
                ("warning: whoever reaches %s can read and replace all that is stored, and PyTorch"
                                + " runs some of it as code; name those who may with --allow")
                        .formatted(config.address().getHostAddress()));
    }

    private static int exitCode(Signal signal) {
        return 128 + signal.number();
    }

    private int refuse(RuntimeException e) {
        say(String.valueOf(e.getMessage()));
        return ExitCodes.USAGE;
    }

    private void say(String sentence) {
        terminal.err().println("muster store: " + VisibleText.of(sentence));
    }
}
