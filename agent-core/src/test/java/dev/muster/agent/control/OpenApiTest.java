package dev.muster.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.control.api.AgentFacts;
import dev.muster.agent.control.api.ApiLimits;
import dev.muster.agent.control.api.SnapshotJson;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.Phase;
import dev.muster.agent.journal.SampleEvents;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The description that is served, held against what is served. */
class OpenApiTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern PART = Pattern.compile("\\{([A-Za-z]+)}");

    private final JsonNode api = JSON.readTree(OpenApi.text());

    @Test
    void it_has_every_endpoint_and_no_other() {
        var described = new TreeSet<String>();
        api.path("paths")
                .properties()
                .forEach(
                        path ->
                                path.getValue().propertyNames().stream()
                                        .filter(name -> !name.equals("parameters"))
                                        .map(name -> name.toUpperCase(Locale.ROOT))
                                        .forEach(
                                                method ->
                                                        described.add(
                                                                method + " " + path.getKey())));

        Set<String> served =
                Arrays.stream(Endpoint.values())
                        .map(endpoint -> endpoint.method() + " " + endpoint.template())
                        .collect(Collectors.toCollection(TreeSet::new));

        assertThat(described).isEqualTo(served);
    }

    @Test
    void every_part_of_a_path_is_described() {
        for (var path : api.path("paths").properties()) {
            List<String> parts =
                    PART.matcher(path.getKey()).results().map(part -> part.group(1)).toList();

            List<String> described =
                    path.getValue()
                            .path("parameters")
                            .valueStream()
                            .map(this::resolved)
                            .map(parameter -> parameter.path("name").asString())
                            .toList();

            assertThat(described).as(path.getKey()).containsExactlyElementsOf(parts);
        }
    }

    @Test
    void what_it_points_to_is_there() {
        List<JsonNode> pointers = api.findValues("$ref");

        assertThat(pointers).isNotEmpty().allMatch(pointer -> !at(pointer).isMissingNode());
    }

    @Test
    void an_agent_and_a_run_have_what_is_promised_and_nothing_else() {
        JobSnapshot run = JobSnapshot.first(event(1));
        for (int k = 2; k <= SampleEvents.oneOfEachKind().size(); k++) run = run.after(event(k));
        var facts =
                new AgentFacts(
                        "1",
                        ApiLimits.VERSION,
                        1,
                        Instant.EPOCH,
                        "a",
                        AgentFacts.Kind.RUN,
                        List.of());

        isAsPromised("Snapshot", JSON.readTree(SnapshotJson.text(run)));
        isAsPromised("Agent", JSON.readTree(facts.text()));
    }

    @Test
    void it_knows_every_phase() {
        List<String> phases =
                schema("Snapshot")
                        .path("properties")
                        .path("phase")
                        .path("enum")
                        .valueStream()
                        .map(JsonNode::asString)
                        .toList();

        assertThat(phases)
                .containsExactly(
                        Arrays.stream(Phase.values())
                                .map(phase -> phase.name().toLowerCase(Locale.ROOT))
                                .toArray(String[]::new));
    }

    private static NumberedEvent event(int seq) {
        return new NumberedEvent(seq, SampleEvents.oneOfEachKind().get(seq - 1));
    }

    private void isAsPromised(String name, JsonNode found) {
        JsonNode schema = schema(name);
        List<String> required =
                schema.path("required").valueStream().map(JsonNode::asString).toList();
        assertThat(found.propertyNames()).containsAll(required);
        assertThat(schema.path("properties").propertyNames()).containsAll(found.propertyNames());
    }

    private JsonNode schema(String name) {
        return api.path("components").path("schemas").path(name);
    }

    private JsonNode resolved(JsonNode parameter) {
        return parameter.has("$ref") ? at(parameter.path("$ref")) : parameter;
    }

    private JsonNode at(JsonNode pointer) {
        return api.at(pointer.asString().substring(1));
    }
}
