package dev.muster.agent.cli;

import dev.muster.agent.barrier.BarrierNews;
import dev.muster.agent.barrier.BarrierOutcome;
import dev.muster.agent.barrier.peer.BarrierEvents;
import dev.muster.agent.barrier.peer.PeerBarrier;
import dev.muster.agent.barrier.peer.PeerBarrierConfig;
import dev.muster.agent.barrier.peer.PeerPort;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.job.Signal;
import dev.muster.agent.journal.EventJson;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

/**
 * {@code muster barrier}: ends when all participants have called it, for the steps of scripts that
 * have no store in common. Says on stderr who is missing while it waits. Exit code 0 when everybody
 * was there, 1 when not everybody came, 128 + n for a signal, which ends it for all.
 */
@Command(
        name = "muster barrier",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description = "Waits until all participants have called it; needs no store.")
final class BarrierCommand {
    private static final int NOT_ALL_CAME = 1;

    private final Terminal terminal;
    private final AtomicReference<@Nullable Signal> signal = new AtomicReference<>();
    @Mixin private final BarrierFlags flags = new BarrierFlags();

    BarrierCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    int call(List<String> words) {
        try {
            if (!CallWords.read(words, this, terminal)) return ExitCodes.OK;
            var config = flags.config();
            boolean asEvents = flags.asEvents();
            Duration timeout = flags.timeout();
            return meet(config, asEvents, PeerPort.on(flags.listen()), timeout);
        } catch (CommandLine.ParameterException | IllegalArgumentException | IOException e) {
            say(String.valueOf(e.getMessage()));
            return ExitCodes.USAGE;
        }
    }

    private int meet(PeerBarrierConfig config, boolean asEvents, PeerPort port, Duration timeout) {
        warnOfStrangers(port.address());
        var clock = InstantSource.system();
        var events = new BarrierEvents(clock);
        var report = new BarrierReport(config.group());
        // a reader that does not read must not keep the barrier from its heartbeats
        try (var console =
                Executors.newSingleThreadExecutor(Thread.ofPlatform().name("console").factory())) {
            var listener = new Listener(asEvents ? Optional.of(events) : Optional.empty(), report);
            try (var barrier =
                    PeerBarrier.open(
                            config,
                            port,
                            clock,
                            news -> console.execute(() -> listener.tell(news)))) {
                abortOnSignal(barrier, config);
                return ended(barrier.enter(timeout).join(), asEvents, report, console);
            }
        }
    }

    private int ended(
            BarrierOutcome outcome,
            boolean asEvents,
            BarrierReport report,
            ExecutorService console) {
        return switch (outcome) {
            case BarrierOutcome.Passed _ -> ExitCodes.OK;
            case BarrierOutcome.Broken(var breach) -> {
                if (!asEvents) {
                    CompletableFuture.runAsync(
                                    () -> report.of(breach).forEach(terminal.out()::println),
                                    console)
                            .join();
                }
                Signal by = signal.get();
                yield by == null ? NOT_ALL_CAME : 128 + by.number();
            }
            case BarrierOutcome.Refused(var because) -> {
                say(because);
                yield NOT_ALL_CAME;
            }
        };
    }

    private void abortOnSignal(PeerBarrier barrier, PeerBarrierConfig config) {
        DeathSignals.handle(
                by -> {
                    if (!signal.compareAndSet(null, by)) {
                        Runtime.getRuntime().halt(128 + by.number());
                    }
                    barrier.abort("participant %s was ended by %s".formatted(config.me(), by));
                });
    }

    private void warnOfStrangers(InetSocketAddress listening) {
        if (listening.getAddress().isLoopbackAddress()) return;
        say(
                "warning: whoever reaches %s can pass for a participant that is missing"
                        .formatted(listening.getAddress().getHostAddress()));
    }

    private void say(String sentence) {
        terminal.err().println("muster barrier: " + VisibleText.of(sentence));
    }

    /** On the console's thread. */
    private final class Listener {
        private final Optional<BarrierEvents> events;
        private final BarrierReport report;
        private long seq;
        private boolean over;

        Listener(Optional<BarrierEvents> events, BarrierReport report) {
            this.events = events;
            this.report = report;
        }

        void tell(BarrierNews news) {
            if (over) return; // who goes now is nobody's concern
            over = news instanceof BarrierNews.Passed || news instanceof BarrierNews.Broken;
            report.tell(news);
            if (!(news instanceof BarrierNews.Connected)) say(news.because());
            events.ifPresent(
                    stream ->
                            terminal.out()
                                    .println(
                                            EventJson.line(
                                                    new NumberedEvent(++seq, stream.of(news)))));
        }
    }
}
