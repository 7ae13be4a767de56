package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Value;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What real agents stored, and what it means. */
final class RecordedStates {
    static final Node A = new Node("node-a.example.com", 4101, 0);
    static final Node B = new Node("node-b.example.com", 4202, 0);
    static final Node C = new Node("node-c.example.com", 4303, 1);

    private static final String ROUND_3 = "03_complete_with_waiter_round3";
    private static final List<String> BY_ALL =
            List.of(
                    "00_initial",
                    "01_one_participant_waiting_min1",
                    "02_two_participants_complete",
                    ROUND_3,
                    ROUND_3 + "_protocol2",
                    ROUND_3 + "_protocol3",
                    ROUND_3 + "_protocol5",
                    ROUND_3 + "_reloaded",
                    "05_closed",
                    "90_300_nodes");

    private RecordedStates() {}

    /** All there are, each as its producer and its name. */
    static Stream<String> names() {
        return Stream.of(
                        BY_ALL.stream().map("torch-1.13/"::concat),
                        BY_ALL.stream().map("torch-2.13/"::concat),
                        Stream.of("torch-2.13/04_complete_with_redundant", "by-hand/" + ROUND_3))
                .flatMap(each -> each);
    }

    static Value text(String name) {
        try (var in = RecordedStates.class.getResourceAsStream(name + ".b64")) {
            var content = Objects.requireNonNull(in, name).readAllBytes();
            return Value.of(new String(content, StandardCharsets.US_ASCII).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Bytes pickle(String name) {
        return Bytes.adopt(Base64.getDecoder().decode(text(name).toText()));
    }

    static StateDialect dialect(String name) {
        return name.startsWith("torch-1.13/") ? StateDialect.D1 : StateDialect.D4;
    }

    static RendezvousState meaning(String name) {
        String number = name.substring(name.indexOf('/') + 1).substring(0, 2);
        return switch (number) {
            case "00" -> RendezvousState.EMPTY;
            case "01" ->
                    new RendezvousState(
                            0,
                            false,
                            Optional.of(at("09:30:30.123456")),
                            false,
                            Map.of(A, 0),
                            Set.of(),
                            Set.of(),
                            Map.of(A, at("09:30:00.123456")));
            case "02" ->
                    new RendezvousState(
                            0,
                            true,
                            Optional.empty(),
                            false,
                            Map.of(A, 0, B, 1),
                            Set.of(),
                            Set.of(),
                            Map.of(A, at("09:30:01.250000"), B, at("09:30:00.000005")));
            case "03" -> threeNodes(3, Set.of(C), Set.of());
            case "04" -> threeNodes(300, Set.of(), Set.of(C));
            case "05" ->
                    new RendezvousState(
                            1,
                            true,
                            Optional.empty(),
                            true,
                            Map.of(A, 0),
                            Set.of(),
                            Set.of(),
                            Map.of(A, at("11:59:59")));
            case "90" -> many(300, "node-%04d.cluster.example.com", 30_000);
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** A complete round of {@code count} nodes, each last heard a microsecond after the other. */
    static RendezvousState many(int count, String address, int firstPid) {
        var participants = new TreeMap<Node, Integer>();
        var heartbeats = new TreeMap<Node, Instant>();
        for (int i = 0; i < count; i++) {
            var node = new Node(address.formatted(i), firstPid + i, 0);
            participants.put(node, i);
            heartbeats.put(node, at("09:00:00").plusNanos(i * 1_000L));
        }
        return new RendezvousState(
                0, true, Optional.empty(), false, participants, Set.of(), Set.of(), heartbeats);
    }

    private static RendezvousState threeNodes(int round, Set<Node> waiting, Set<Node> spare) {
        return new RendezvousState(
                round,
                true,
                Optional.empty(),
                false,
                Map.of(A, 0, B, 1),
                waiting,
                spare,
                Map.of(
                        A, at("10:00:00.000001"),
                        B, at("10:00:00.000002"),
                        C, at("10:00:04.999999")));
    }

    private static Instant at(String time) {
        return Instant.parse("2024-05-17T" + time + "Z");
    }
}
