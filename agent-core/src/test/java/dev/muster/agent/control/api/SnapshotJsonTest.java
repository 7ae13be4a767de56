package dev.muster.agent.control.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.journal.SampleEvents;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.List;
import java.util.Map;

class SnapshotJsonTest {
    private static final JsonMapper JSON = new JsonMapper();

    @Test
    void a_run_through_which_everything_happened_has_every_part() {
        JobSnapshot run = afterEverything(SampleEvents.oneOfEachKind());

        JsonNode json = JSON.readTree(SnapshotJson.text(run));

        assertThat(json.propertyNames())
                .contains("seq", "run", "phase", "because", "attempt", "round", "spec", "workers")
                .contains("attempts", "rendezvous", "end", "storeAddress");
        assertThat(json.path("end").path("outcome").asString()).isNotEmpty();
        assertThat(json.path("attempts").path(0).path("failures").size()).isPositive();
        assertThat(json.path("rendezvous").path("place").path("worldSize").isInt()).isTrue();
    }

    @Test
    void values_of_the_environment_stay_with_the_agent() {
        JobSpec spec = SampleSpec.ofScript().environment(Map.of("TOKEN", "hunter2")).build();
        var accepted =
                new AgentEvent.RunAccepted(SampleEvents.AT, new RunId("a"), spec, "gpu-a", 1);

        String json = SnapshotJson.list(List.of(JobSnapshot.first(new NumberedEvent(1, accepted))));

        assertThat(json).contains("TOKEN").doesNotContain("hunter2");
    }

    private static JobSnapshot afterEverything(List<AgentEvent> events) {
        var run = JobSnapshot.first(new NumberedEvent(1, events.getFirst()));
        for (AgentEvent event : events.subList(1, events.size())) {
            run = run.after(new NumberedEvent(run.seq() + 1, event));
        }
        return run;
    }
}
