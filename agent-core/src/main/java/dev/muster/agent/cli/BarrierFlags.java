package dev.muster.agent.cli;

import dev.muster.agent.barrier.PeerBarrierSettings;
import dev.muster.agent.barrier.PeerBarrierSettings.OnDeparture;
import dev.muster.agent.barrier.PeerBarrierSettings.Uses;
import dev.muster.agent.barrier.PeerGroup;
import dev.muster.agent.barrier.PeerId;
import dev.muster.agent.barrier.peer.PeerBarrierConfig;

import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Who waits for whom, and for how long. */
@Command
final class BarrierFlags {
    private static final Pattern PEER =
            Pattern.compile(
                    "(?<id>[0-9]{1,10})=(?<host>\\[[^\\]]+]|[^\\[\\]:]+):(?<port>[0-9]{1,5})");
    private static final Pattern IDS =
            Pattern.compile("(?<from>[0-9]{1,10})(-(?<to>[0-9]{1,10}))?");
    private static final int HIGHEST_PORT = 65_535;

    /** A participant and where it listens. */
    record Peer(PeerId id, InetSocketAddress address) {}

    @Option(
            names = "--id",
            required = true,
            paramLabel = "N",
            description = "Which participant this is.")
    private int id;

    @Option(
            names = "--peer",
            paramLabel = "ID=HOST:PORT",
            split = ",",
            converter = Peers.class,
            description =
                    "Where a participant listens. May be repeated; all may be given the same ones:"
                            + " only lower ids are dialled, and one's own says where to listen.")
    private List<Peer> peers = List.of();

    @Option(
            names = "--group",
            paramLabel = "IDS",
            split = ",",
            description = "All participants, such as 0,1,2 or 0-7. Default: those of --peer.")
    private List<String> group = List.of();

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "Where higher ids reach this one. Default: as --peer has it.")
    private String listen = "";

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Tells one use of the same addresses from the next. Default: barrier.")
    private String name = "barrier";

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "How long to wait for everybody. Default: 300.")
    private int timeoutSeconds = 300;

    @Option(
            names = "--fail-fast",
            description =
                    "Ends for all once one that was connected has been silent for 5 s. Default: it"
                            + " may come back or be started again, until all are here.")
    private boolean failFast;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description =
                    "On stdout: report, who was missing if not all came; or jsonl, each event as"
                            + " it happens. Default: report.")
    private String output = "report";

    /** What was asked for; a value that cannot be is an {@link IllegalArgumentException}. */
    PeerBarrierConfig config() {
        if (peers.isEmpty() && group.isEmpty()) {
            throw new IllegalArgumentException(
                    "--peer: none (expected: one for each participant, such as --peer"
                            + " 0=node0:7000,1=node1:7000)");
        }
        var addresses = new LinkedHashMap<PeerId, InetSocketAddress>();
        for (Peer peer : peers) {
            if (addresses.put(peer.id(), peer.address()) != null) {
                throw new IllegalArgumentException("--peer: two for %s".formatted(peer.id()));
            }
        }
        var members = new PeerGroup(name, List.copyOf(members(addresses)));
        var usual = PeerBarrierSettings.DEFAULT;
        var settings =
                new PeerBarrierSettings(
                        usual.heartbeat(),
                        usual.silenceLimit(),
                        failFast ? OnDeparture.BREAK : OnDeparture.WAIT,
                        Uses.ONE);
        return new PeerBarrierConfig(members, me(), addresses, settings);
    }

    /** Where to listen: any free port of this machine if nobody is told of one. */
    InetSocketAddress listen() {
        if (!listen.isEmpty()) return resolved(new Peers().convert(id + "=" + listen).address());
        return own().map(BarrierFlags::resolved)
                .orElseGet(() -> new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    Duration timeout() {
        if (timeoutSeconds < 1) {
            throw new IllegalArgumentException(
                    "--timeout: %d (expected: >= 1)".formatted(timeoutSeconds));
        }
        return Duration.ofSeconds(timeoutSeconds);
    }

    boolean asEvents() {
        return switch (output) {
            case "report" -> false;
            case "jsonl" -> true;
            default ->
                    throw new IllegalArgumentException(
                            "--output: %s (expected: report or jsonl)".formatted(output));
        };
    }

    private PeerId me() {
        return new PeerId(id);
    }

    private Optional<InetSocketAddress> own() {
        return peers.stream().filter(peer -> peer.id().equals(me())).map(Peer::address).findFirst();
    }

    private TreeSet<PeerId> members(Map<PeerId, InetSocketAddress> addresses) {
        var ids = new TreeSet<PeerId>(group.isEmpty() ? addresses.keySet() : List.of());
        for (String part : group) {
            var range = IDS.matcher(part.strip());
            if (!range.matches()) throw noIds(part);
            int from = number(range.group("from"));
            int to = range.group("to") == null ? from : number(range.group("to"));
            if (to < from || to - from >= PeerGroup.MOST_MEMBERS) throw noIds(part);
            IntStream.rangeClosed(from, to).mapToObj(PeerId::new).forEach(ids::add);
        }
        return ids;
    }

    private static IllegalArgumentException noIds(String part) {
        return new IllegalArgumentException(
                "--group: \"%s\" (expected: ids such as 0,1,2 or 0-7, at most %d)"
                        .formatted(part, PeerGroup.MOST_MEMBERS));
    }

    private static InetSocketAddress resolved(InetSocketAddress address) {
        var looked = new InetSocketAddress(address.getHostString(), address.getPort());
        if (!looked.isUnresolved()) return looked;
        throw new IllegalArgumentException(
                "--listen: \"%s\" is no address of this machine"
                        .formatted(address.getHostString()));
    }

    /** Up to ten digits. */
    private static int number(String digits) {
        long number = Long.parseLong(digits);
        if (number <= Integer.MAX_VALUE) return (int) number;
        throw new IllegalArgumentException(
                "participant: %d (expected: 0..%d)".formatted(number, Integer.MAX_VALUE));
    }

    /** Looks no name up: whoever is dialled is looked up each time. */
    static final class Peers implements ITypeConverter<Peer> {
        @Override
        public Peer convert(String text) {
            var peer = PEER.matcher(text.strip());
            if (peer.matches() && Integer.parseInt(peer.group("port")) <= HIGHEST_PORT) {
                String host = peer.group("host").replaceAll("[\\[\\]]", "");
                int port = Integer.parseInt(peer.group("port"));
                return new Peer(
                        new PeerId(number(peer.group("id"))),
                        InetSocketAddress.createUnresolved(host, port));
            }
            throw new TypeConversionException(
                    "\"%s\" is no participant's address, such as 0=node0:7000".formatted(text));
        }
    }
}
