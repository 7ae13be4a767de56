package dev.muster.agent.cli;

import dev.muster.agent.home.Version;
import dev.muster.agent.launch.ScriptDefaults;
import dev.muster.agent.signal.Leaving;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The entry point of {@code muster} for all calls that need no window. */
public final class MusterMain {
    private static final String USAGE =
            """
            usage: muster                                 open the cockpit
                   muster open SCRIPT [torchrun flags]    open the cockpit on this script and start it
                   muster demo                            open the cockpit on a simulated run
                   muster run [torchrun flags] SCRIPT …   run in this terminal; `muster run --help` for flags
                   muster run --detach [flags] SCRIPT …   hand it to the background agent, and end
                   muster agent                           host runs until it is stopped
                   muster pair [HOST:PORT]                let another machine control your agent, over TCP
                   muster ps                              the runs of your agents
                   muster watch|logs|attach [RUN]         what happens in a run, and what its workers print
                   muster stacks [RUN]                    where its workers stand, the odd ones first
                   muster stop|restart [RUN]              end it, or start its workers anew
                   muster scale MIN:MAX [RUN]             how many nodes its job may have
                   muster signal RANK SIGNAL [RUN]        send one of its workers a signal
                   muster store [--host A] [--port P]     a key-value store alone; `muster store --help` for flags
                   muster barrier --id N --peer …         processes wait for each other; `muster barrier --help`
                   muster observe --store A:P --rdzv-id ID  the nodes of a torchrun job; changes nothing
                   muster history [WORDS …]               past runs; `muster history --help` for what else it does
                   muster export RUN [-o FILE]            one run as one HTML file
                   muster doctor                          whether this machine can do what runs need
                   muster completion bash|zsh|fish        what completes these words in that shell
                   muster manual                          its page for man: muster manual | man -l -
                   muster --version
            """;

    private MusterMain() {}

    /** Ends the process with the call's exit code. */
    public static void main(String[] args) {
        var out =
                new PrintStream(
                        new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        var err =
                new PrintStream(
                        new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        DeathSignals.endBeforeAnythingIsStarted(err);
        int exitCode = call(List.of(args), Terminal.ofThisProcess(out, err));
        Leaving.with(exitCode); // neither stream keeps anything back
    }

    private static int call(List<String> words, Terminal terminal) {
        if (words.isEmpty()) return unknown("nothing", terminal);
        List<String> rest = words.subList(1, words.size());
        return switch (words.getFirst()) {
            case "run" -> new RunCommand(terminal).call(rest);
            // The launcher sends it here where no window can open.
            case "open" -> new RunCommand(terminal).call(ScriptDefaults.runWords(rest));
            case "agent" -> new HostCommand(terminal).call(rest);
            case "pair" -> new PairCommand(terminal).call(rest);
            case "barrier" -> new BarrierCommand(terminal).call(rest);
            case "store" -> new StoreCommand(terminal).call(rest);
            case "observe" -> new ObserveCommand(terminal).call(rest);
            case "history" -> new HistoryCommand(terminal).call(rest);
            case "export" -> new ExportCommand(terminal).call(rest);
            case "completion" -> CompletionCommand.call(rest, terminal);
            case "doctor" -> new DoctorCommand(terminal).call(rest);
            case "manual" -> CompletionCommand.printManual(terminal);
            case "--version", "version" -> {
                terminal.out().println("muster " + Version.read());
                yield ExitCodes.OK;
            }
            case "--help", "-h", "help" -> {
                terminal.out().print(USAGE);
                yield ExitCodes.OK;
            }
            default ->
                    AgentVerbs.named(words.getFirst(), terminal)
                            .map(verb -> verb.call(rest))
                            .orElseGet(() -> unknown("\"" + words.getFirst() + "\"", terminal));
        };
    }

    private static int unknown(String found, Terminal terminal) {
        terminal.err().printf("muster: found %s, expected one of these calls%n%s", found, USAGE);
        return ExitCodes.USAGE;
    }
}
