package dev.muster.agent.cli;

import dev.muster.agent.OwnEnvironment;
import dev.muster.agent.control.AuditFile;
import dev.muster.agent.control.api.PairingJson;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.pairing.AgentAddress;
import dev.muster.agent.pairing.PairedAgent;
import dev.muster.agent.pairing.PairedAgents;
import dev.muster.agent.pairing.PairedClient;
import dev.muster.agent.pairing.PairedClients;
import dev.muster.agent.pairing.PairingCode;
import dev.muster.agent.pairing.PeerName;
import dev.muster.agent.pairing.Role;
import dev.muster.agent.session.AgentPairing;
import dev.muster.agent.session.AgentPlaces;
import dev.muster.agent.session.PairingCodes;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code muster pair}: lets another machine control the agent here, or this machine control one
 * there. Without an address it makes a code; with one it uses a code.
 */
@Command(
        name = "muster pair",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description = {
            "Without an address: makes a code with which another machine can be paired with your"
                    + " agent here, which must listen (muster agent --listen).",
            "With one: pairs this machine with the agent there, by the code that it made."
        })
final class PairCommand {
    private final Terminal terminal;
    private final InputStream typed;
    private final InstantSource clock = InstantSource.system();

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "HOST:PORT",
            description = "Where the agent listens.")
    private String address = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "CODE",
            description =
                    "What `muster pair` showed there. Better left out, and typed when it is asked"
                            + " for: others on this machine can see the words of a call.")
    private String code = "";

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            description =
                    "What the code is good for: viewer (see everything), operator (and steer runs)"
                        + " or admin (and start them, if the agent allows it). Default: viewer.")
    private String role = Role.VIEWER.word();

    @Option(
            names = "--as",
            paramLabel = "NAME",
            description = "What the agent is to be called here. Default: its host.")
    private String name = "";

    @Option(names = "--list", description = "Shows who is paired with whom.")
    private boolean list;

    @Option(
            names = "--revoke",
            paramLabel = "NAME",
            description =
                    "Takes from a machine what it may, by its name or its key, and cuts its"
                            + " connections.")
    private String revoked = "";

    @Option(names = "--cancel", description = "Takes back the code that was not used yet.")
    private boolean cancel;

    PairCommand(Terminal terminal) {
        this(terminal, System.in);
    }

    /**
     * @param typed where a code is read from that was not given
     */
    PairCommand(Terminal terminal, InputStream typed) {
        this.terminal = terminal;
        this.typed = typed;
    }

    int call(List<String> words) {
        return call(words, OwnEnvironment.read());
    }

    int call(List<String> words, Map<String, String> environment) {
        try {
            if (!CallWords.read(words, this, terminal)) return ExitCodes.OK;
            MusterHome home = MusterHome.of(environment);
            if (list) return list(home);
            if (!revoked.isEmpty()) return revoke(home);
            if (cancel) return cancel(AgentPlaces.here(environment));
            return address.isEmpty()
                    ? offer(AgentPlaces.here(environment))
                    : pair(home, environment);
        } catch (CommandLine.ParameterException | IllegalArgumentException e) {
            say(String.valueOf(e.getMessage()));
            return ExitCodes.USAGE;
        } catch (IOException e) {
            say(String.valueOf(e.getMessage()));
            return ExitCodes.BROKEN;
        } catch (CommandFailed e) {
            say(String.valueOf(e.getMessage()));
            return e.exitCode();
        }
    }

    private int offer(AgentPlaces here) {
        Role wanted = Role.given(role);
        PairingJson.Code made = made(here, wanted);
        terminal.out().println(made.code().grouped());
        say(
                "whoever has this code until %s is %s here; on the other machine: muster pair %s"
                        .formatted(made.until(), wanted.word(), made.address()));
        say("this agent's key is %s".formatted(made.key()));
        return ExitCodes.OK;
    }

    private static PairingJson.Code made(AgentPlaces here, Role wanted) {
        try {
            return PairingCodes.make(here, wanted);
        } catch (IOException e) {
            throw CommandFailed.unavailable(String.valueOf(e.getMessage()));
        }
    }

    private int cancel(AgentPlaces here) throws IOException {
        boolean wasOpen = PairingCodes.cancel(here);
        say(wasOpen ? "the code is worth nothing any more" : "no code is open");
        return ExitCodes.OK;
    }

    private int pair(MusterHome home, Map<String, String> environment) throws IOException {
        var there = AgentAddress.parse(address);
        String called = name.isEmpty() ? PeerName.like(there.host()) : PeerName.check(name);
        var given = PairingCode.read(code.isEmpty() ? ask() : code);
        PairedAgent agent = new AgentPairing(home, clock).pair(there, given, called);
        say(
                "paired as %s with %s, whose key is %s; try muster ps --host %s"
                        .formatted(
                                agent.role().word(),
                                agent.address(),
                                agent.key(),
                                HostChoice.meaning(agent, environment)));
        return ExitCodes.OK;
    }

    private String ask() throws IOException {
        terminal.err().print("code: ");
        terminal.err().flush();
        var lines = new BufferedReader(new InputStreamReader(typed, StandardCharsets.UTF_8));
        return Optional.ofNullable(lines.readLine()).orElse("");
    }

    private int list(MusterHome home) throws IOException {
        var table = new TextTable("WHO", "NAME", "ROLE", "SINCE", "KEY", "WHERE");
        for (PairedClient client : PairedClients.of(home).read()) {
            table.row(
                    "may control us",
                    client.name(),
                    client.isRevoked() ? "revoked" : client.role().word(),
                    client.since().toString(),
                    client.key().text(),
                    "");
        }
        for (PairedAgent agent : PairedAgents.of(home).read()) {
            table.row(
                    "we control",
                    agent.name(),
                    agent.role().word(),
                    agent.since().toString(),
                    agent.key().text(),
                    "tcp://" + agent.address());
        }
        table.print(terminal.out());
        AuditFile.notice(home).ifPresent(this::say);
        return ExitCodes.OK;
    }

    private int revoke(MusterHome home) throws IOException {
        PairedClient was =
                PairedClients.of(home)
                        .revoke(revoked, clock.instant())
                        .orElseThrow(
                                () ->
                                        CommandFailed.refused(
                                                "nobody called \"%s\" may control agents here"
                                                        .formatted(revoked)));
        say("%s, key %s, may do nothing here any more".formatted(was.name(), was.key()));
        AuditFile.append(
                home,
                clock.instant(),
                "muster pair",
                "revoke %s, key %s".formatted(was.name(), was.key()),
                "done");
        return ExitCodes.OK;
    }

    private void say(String sentence) {
        terminal.err().println("muster pair: " + VisibleText.of(sentence));
    }
}
