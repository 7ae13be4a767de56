package dev.muster.agent.cli;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NodeView;
import dev.muster.agent.event.RendezvousView;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import java.io.StringWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What {@code muster observe} prints of a job. On one thread. */
final class ObserveTalk {
    private static final JsonFactory JSON = new JsonFactory();

    private final InstantSource clock;
    private List<String> last = List.of();

    ObserveTalk(InstantSource clock) {
        this.clock = clock;
    }

    /** Empty while nothing but ages has changed. */
    List<String> table(JobSnapshot job) {
        RendezvousView view = job.rendezvous().orElse(RendezvousView.NOTHING);
        var heading = new ArrayList<String>();
        heading.add("%s  %s".formatted(job.host(), job.because()));
        view.nodes().forEach(node -> heading.add(node.name() + node.standing() + node.groupRank()));
        view.gone().forEach(heading::add);
        if (heading.equals(last)) return List.of();
        last = List.copyOf(heading);

        var lines = new ArrayList<String>();
        lines.add(heading.getFirst());
        if (view.nodes().isEmpty() && view.gone().isEmpty()) return lines;
        int width = view.nodes().stream().mapToInt(node -> node.name().length()).max().orElse(4);
        String row = "%-" + Math.max(width, 4) + "s  %-4s  %-7s  %s";
        lines.add(row.formatted("NODE", "RANK", "IS", "HEARD"));
        for (NodeView node : view.nodes()) {
            boolean ranked = view.complete() && node.standing() == NodeView.Standing.MEMBER;
            String rank = ranked ? Integer.toString(node.groupRank()) : "-";
            lines.add(row.formatted(node.name(), rank, word(node), heard(node)));
        }
        view.gone().forEach(gone -> lines.add(row.formatted(gone, "-", "gone", "-")));
        return lines;
    }

    /** One object, without a line end. */
    String json(JobSnapshot job) {
        RendezvousView view = job.rendezvous().orElse(RendezvousView.NOTHING);
        var text = new StringWriter(512);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("at", clock.instant().toString());
            json.writeStringProperty("store", job.host());
            json.writeStringProperty(
                    "rendezvousId", job.spec().rendezvousId().orElse(job.run().value()));
            json.writeStringProperty("phase", job.phase().name().toLowerCase(Locale.ROOT));
            json.writeStringProperty("because", job.because());
            json.writeBooleanProperty("answers", view.answers());
            json.writeNumberProperty("round", view.round());
            json.writeBooleanProperty("complete", view.complete());
            json.writeBooleanProperty("closed", view.closed());
            json.writeArrayPropertyStart("nodes");
            view.nodes().forEach(node -> write(json, node));
            json.writeEndArray();
            json.writeArrayPropertyStart("gone");
            view.gone().forEach(json::writeString);
            json.writeEndArray();
            json.writeEndObject();
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, NodeView node) {
        json.writeStartObject();
        json.writeStringProperty("name", node.name());
        json.writeStringProperty("address", node.address());
        json.writeStringProperty("standing", word(node));
        json.writeNumberProperty("groupRank", node.groupRank());
        node.heardAt().ifPresent(at -> json.writeStringProperty("heardAt", at.toString()));
        json.writeEndObject();
    }

    private static String word(NodeView node) {
        return node.standing().name().toLowerCase(Locale.ROOT);
    }

    private String heard(NodeView node) {
        return node.heardAt()
                .map(at -> Duration.between(at, clock.instant()).toSeconds() + " s ago")
                .orElse("not yet");
    }
}
