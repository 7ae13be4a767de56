package dev.muster.agent.cli;

import dev.muster.agent.Agent;
import dev.muster.agent.OwnEnvironment;
import dev.muster.agent.control.ControlServer;
import dev.muster.agent.control.TcpAccess;
import dev.muster.agent.control.api.AgentFacts;
import dev.muster.agent.history.HistoryKeeper;
import dev.muster.agent.home.AgentSockets;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.Signal;
import dev.muster.agent.pairing.AgentAddress;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * {@code muster agent}: hosts whatever runs it is given, until it is stopped. The first signal
 * stops them, with the grace of each; a second one kills what is left. There is one for each user.
 */
@Command(
        name = "muster agent",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description = "Hosts the runs that windows and terminals give it, until it is stopped.")
final class HostCommand {
    /** Held by the one agent of a user that stays, for as long as it lives. */
    private static final String LOCK = "agent.lock";

    /** Whoever had it started waits for its first answers. */
    private static final Duration BEFORE_TIDYING = Duration.ofSeconds(5);

    private final Terminal terminal;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            converter = Address.class,
            description =
                    "Listens there too, by TLS 1.3, for other machines that were paired with it"
                            + " (muster pair). Default: for nobody but you on this machine.")
    private Optional<AgentAddress> listen = Optional.empty();

    @Option(
            names = "--allow-launch",
            description =
                    "Machines that were paired as admin may start runs, and so anything at all, as"
                            + " you. Default: they may not.")
    private boolean allowLaunch;

    /** Says what is wrong with an address as it says it itself. */
    static final class Address implements CommandLine.ITypeConverter<AgentAddress> {
        @Override
        public AgentAddress convert(String text) {
            try {
                return AgentAddress.parse(text);
            } catch (IllegalArgumentException e) {
                throw new CommandLine.TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }

    HostCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    int call(List<String> words) {
        try {
            if (!CallWords.read(words, this, terminal)) return ExitCodes.OK;
        } catch (CommandLine.ParameterException e) {
            say(String.valueOf(e.getMessage()));
            return ExitCodes.USAGE;
        }
        if (allowLaunch && listen.isEmpty()) {
            say("--allow-launch is for those who come by --listen");
            return ExitCodes.USAGE;
        }
        Map<String, String> environment = OwnEnvironment.read();
        var sockets = AgentSockets.of(environment);
        try {
            sockets.prepare();
            try (FileChannel lock = open(sockets)) {
                if (lock.tryLock() == null) {
                    say("your agent runs already (pid %s)".formatted(read(lock)) + whatToDo());
                    return ExitCodes.TAKEN;
                }
                write(lock);
                return host(environment);
            }
        } catch (IOException e) {
            say("cannot listen: " + e.getMessage());
            return ExitCodes.BROKEN;
        }
    }

    private String whatToDo() {
        return listen.isEmpty()
                ? ""
                : ", and listens as it was started; stop it first, which stops its runs too";
    }

    private int host(Map<String, String> environment) throws IOException {
        MusterHome home = MusterHome.of(environment);
        Optional<TcpAccess> access =
                listen.isEmpty()
                        ? Optional.empty()
                        : Optional.of(TcpAccess.of(listen.get(), allowLaunch, home));
        var asked = new CompletableFuture<Signal>();
        var agent = Agent.open(home, environment);
        var kind = AgentFacts.Kind.AGENT;
        try (var server = ControlServer.open(agent, kind, home, environment, access);
                var _ = HistoryKeeper.start(home, InstantSource.system(), BEFORE_TIDYING);
                var _ = BoundedLog.keep(home.agentLog())) {
            DeathSignals.handle(
                    signal -> {
                        if (!asked.complete(signal)) agent.forceFor(signal);
                    });
            say("listening at " + server.socket());
            server.tcp().ifPresent(bound -> say(bound, access));
            say("stopping all runs (%s); once more kills them".formatted(asked.join()));
            agent.close(); // before the server: whoever watches hears how the runs end
        } finally {
            agent.close();
        }
        return ExitCodes.OK;
    }

    private void say(AgentAddress bound, Optional<TcpAccess> access) {
        access.ifPresent(
                open ->
                        say(
                                "listening at %s for paired machines, with the key %s%s"
                                        .formatted(
                                                bound,
                                                open.own().pin(),
                                                open.mayLaunch()
                                                        ? "; admins among them may start runs"
                                                        : "")));
    }

    private static FileChannel open(AgentSockets sockets) throws IOException {
        return FileChannel.open(
                sockets.folder().resolve(LOCK),
                Set.of(
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS));
    }

    private static String read(FileChannel lock) throws IOException {
        var text = ByteBuffer.allocate(20);
        lock.read(text, 0);
        return StandardCharsets.US_ASCII.decode(text.flip()).toString().strip();
    }

    private static void write(FileChannel lock) throws IOException {
        String pid = ProcessHandle.current().pid() + "\n";
        lock.truncate(0);
        lock.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
    }

    private void say(String sentence) {
        terminal.err().println("muster agent: " + VisibleText.of(sentence));
    }
}
