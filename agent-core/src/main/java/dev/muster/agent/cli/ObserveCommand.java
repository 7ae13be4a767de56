package dev.muster.agent.cli;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Phase;
import dev.muster.agent.event.RendezvousView;
import dev.muster.agent.session.ObservedJob;
import dev.muster.agent.session.ObserverSession;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * {@code muster observe}: a job of torchrun's agents or of ours, as its store shows it. It takes no
 * part and writes nothing there. Ends by a signal with 128 + n, or, when it was asked for the
 * present only, with 0, and with 1 where that cannot be seen.
 */
@Command(
        name = "muster observe",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description = "Shows the nodes of a torchrun job through its store, and changes nothing.")
final class ObserveCommand {
    /** How it is told. */
    enum Format {
        table,
        json,
        jsonl
    }

    private final Terminal terminal;
    private final InstantSource clock = InstantSource.system();

    @Option(
            names = "--store",
            required = true,
            paramLabel = "HOST:PORT",
            description = "Where the nodes of the job meet: its --rdzv-endpoint.")
    private String store = "";

    @Option(
            names = {"--rdzv-id", "--rdzv_id"},
            required = true,
            paramLabel = "ID",
            description = "Which job: what its agents were given by that name.")
    private String rendezvousId = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description =
                    "table: after every change; jsonl: the same as a line of JSON each; json: the"
                            + " present, once. Default: table.")
    private Format format = Format.table;

    @Option(names = "--once", description = "Tells the present and ends.")
    private boolean once;

    ObserveCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    int call(List<String> words) {
        try {
            if (!CallWords.read(words, this, terminal)) return ExitCodes.OK;
            return watch(ObservedJob.at(store, rendezvousId));
        } catch (CommandLine.ParameterException | IllegalArgumentException e) {
            terminal.err().println("muster observe: " + VisibleText.of(e.getMessage() + ""));
            return ExitCodes.USAGE;
        }
    }

    private int watch(ObservedJob job) {
        var exitCode = new CompletableFuture<Integer>();
        DeathSignals.handle(signal -> exitCode.complete(128 + signal.number()));
        try (var session = ObserverSession.open(job, clock)) {
            var talk = new ObserveTalk(clock);
            session.watch(
                    agent -> {
                        JobSnapshot now = agent.runs().getFirst();
                        if (now.phase() != Phase.STARTING) tell(talk, now, exitCode);
                    });
            return exitCode.join();
        }
    }

    /** On the session's thread. */
    private void tell(ObserveTalk talk, JobSnapshot now, CompletableFuture<Integer> exitCode) {
        if (exitCode.isDone()) return;
        boolean first = once || format == Format.json;
        if (format == Format.table) {
            talk.table(now).forEach(line -> terminal.out().println(VisibleText.of(line)));
        } else {
            terminal.out().println(talk.json(now));
        }
        boolean isRead = !terminal.out().checkError();
        if (first || !isRead) exitCode.complete(first && !isSeen(now) ? ExitCodes.BROKEN : 0);
    }

    private static boolean isSeen(JobSnapshot now) {
        return now.rendezvous().filter(RendezvousView::answers).isPresent();
    }
}
