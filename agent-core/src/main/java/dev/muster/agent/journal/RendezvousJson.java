package dev.muster.agent.journal;

import dev.muster.agent.event.NodeView;
import dev.muster.agent.event.RendezvousEvent;
import dev.muster.agent.job.Placement;

import tools.jackson.core.JsonGenerator;

import java.util.List;
import java.util.Locale;

/** The part of {@link EventJson} that is about the nodes of a job. */
public final class RendezvousJson {
    private RendezvousJson() {}

    static void write(JsonGenerator json, RendezvousEvent event) {
        switch (event) {
            case RendezvousEvent.RoundSought(_, var because) -> {
                EventJson.name(json, "round-sought");
                EventJson.because(json, because);
            }
            case RendezvousEvent.NodesSeen seen -> {
                EventJson.name(json, "nodes-seen");
                json.writeNumberProperty("round", seen.round());
                json.writeBooleanProperty("complete", seen.complete());
                writeNodes(json, seen.nodes());
                EventJson.because(json, seen.because());
            }
            case RendezvousEvent.RoundJoined joined -> {
                EventJson.name(json, "round-joined");
                json.writeNumberProperty("round", joined.round());
                writeFields(json, joined.placement());
                json.writeStringProperty("masterAddress", joined.masterAddress());
                joined.jobRestarts()
                        .ifPresent(count -> json.writeNumberProperty("jobRestarts", count));
            }
            case RendezvousEvent.NodeLost(_, var node, var silentFor, var because) -> {
                EventJson.name(json, "node-lost");
                json.writeStringProperty("node", node);
                EventJson.seconds(json, "silentSeconds", silentFor);
                EventJson.because(json, because);
            }
            case RendezvousEvent.NodeLeft(_, var node, var because) -> {
                EventJson.name(json, "node-left");
                json.writeStringProperty("node", node);
                EventJson.because(json, because);
            }
            case RendezvousEvent.NodesWanted(_, var min, var max, var because) -> {
                EventJson.name(json, "nodes-wanted");
                json.writeNumberProperty("min", min);
                json.writeNumberProperty("max", max);
                EventJson.because(json, because);
            }
            case RendezvousEvent.ClockSkewed(_, var node, var ahead, var because) -> {
                EventJson.name(json, "clock-skewed");
                json.writeStringProperty("node", node);
                EventJson.seconds(json, "aheadSeconds", ahead);
                EventJson.because(json, because);
            }
            case RendezvousEvent.MeetingPlaceHeard(_, var answers, var because) -> {
                EventJson.name(json, "meeting-place-heard");
                json.writeBooleanProperty("answers", answers);
                EventJson.because(json, because);
            }
            case RendezvousEvent.RunIdClosed(_, var because) -> {
                EventJson.name(json, "run-id-closed");
                EventJson.because(json, because);
            }
        }
    }

    /** The property {@code nodes}. */
    public static void writeNodes(JsonGenerator json, List<NodeView> nodes) {
        json.writeArrayPropertyStart("nodes");
        nodes.forEach(node -> write(json, node));
        json.writeEndArray();
    }

    /** As properties of the object that is being written. */
    public static void writeFields(JsonGenerator json, Placement place) {
        json.writeNumberProperty("groupRank", place.groupRank());
        json.writeNumberProperty("groupWorldSize", place.groupWorldSize());
        json.writeNumberProperty("firstRank", place.firstRank());
        json.writeNumberProperty("worldSize", place.worldSize());
        json.writeNumberProperty("firstRoleRank", place.firstRoleRank());
        json.writeNumberProperty("roleWorldSize", place.roleWorldSize());
    }

    private static void write(JsonGenerator json, NodeView node) {
        json.writeStartObject();
        json.writeStringProperty("name", node.name());
        json.writeStringProperty("address", node.address());
        json.writeStringProperty("standing", node.standing().name().toLowerCase(Locale.ROOT));
        json.writeNumberProperty("groupRank", node.groupRank());
        node.heardAt().ifPresent(at -> json.writeStringProperty("heardAt", at.toString()));
        json.writeEndObject();
    }
}
