package dev.muster.agent.journal;

import static dev.muster.agent.journal.EventReader.because;

import dev.muster.agent.event.NodeView;
import dev.muster.agent.event.RendezvousEvent;
import dev.muster.agent.job.Placement;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** Reads what {@link RendezvousJson} writes. */
final class RendezvousReader {
    private RendezvousReader() {}

    /** Empty when this kind of event is none between nodes. */
    static Optional<RendezvousEvent> read(Instant at, String kind, Fields fields) {
        return Optional.ofNullable(
                switch (kind) {
                    case "round-sought" -> new RendezvousEvent.RoundSought(at, because(fields));
                    case "nodes-seen" ->
                            new RendezvousEvent.NodesSeen(
                                    at,
                                    fields.number("round"),
                                    fields.flag("complete"),
                                    fields.objects("nodes").stream()
                                            .map(RendezvousReader::node)
                                            .toList(),
                                    because(fields));
                    case "round-joined" ->
                            new RendezvousEvent.RoundJoined(
                                    at,
                                    fields.number("round"),
                                    placement(fields),
                                    fields.text("masterAddress"),
                                    fields.maybe("jobRestarts", fields::integer));
                    case "node-lost" ->
                            new RendezvousEvent.NodeLost(
                                    at,
                                    fields.text("node"),
                                    fields.seconds("silentSeconds"),
                                    because(fields));
                    case "node-left" ->
                            new RendezvousEvent.NodeLeft(at, fields.text("node"), because(fields));
                    case "nodes-wanted" -> nodesWanted(at, fields);
                    case "clock-skewed" ->
                            new RendezvousEvent.ClockSkewed(
                                    at,
                                    fields.text("node"),
                                    fields.seconds("aheadSeconds"),
                                    because(fields));
                    case "meeting-place-heard" ->
                            new RendezvousEvent.MeetingPlaceHeard(
                                    at, fields.flag("answers"), because(fields));
                    case "run-id-closed" -> new RendezvousEvent.RunIdClosed(at, because(fields));
                    default -> null;
                });
    }

    private static RendezvousEvent nodesWanted(Instant at, Fields fields) {
        int min = fields.integer("min");
        int max = fields.integer("max");
        if (min < 1 || max < min) {
            throw new UnreadableRecord(
                    "nodes: found %d:%d, expected 1 <= min <= max".formatted(min, max));
        }
        return new RendezvousEvent.NodesWanted(at, min, max, because(fields));
    }

    private static NodeView node(Fields fields) {
        return new NodeView(
                fields.text("name"),
                fields.text("address"),
                fields.as(
                        "standing",
                        word -> NodeView.Standing.valueOf(word.toUpperCase(Locale.ROOT)),
                        "member, waiting or spare"),
                fields.integer("groupRank"),
                fields.maybe("heardAt", fields::instant));
    }

    /** Where roles are not told, all workers have the same one. */
    private static Placement placement(Fields fields) {
        int firstRank = fields.integer("firstRank");
        int worldSize = fields.integer("worldSize");
        return new Placement(
                fields.integer("groupRank"),
                fields.integer("groupWorldSize"),
                firstRank,
                worldSize,
                fields.maybe("firstRoleRank", fields::integer).orElse(firstRank),
                fields.maybe("roleWorldSize", fields::integer).orElse(worldSize));
    }
}
