package dev.muster.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.Agent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Phase;
import dev.muster.agent.event.WorkerCondition;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.RunId;

import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

class EmbeddedSessionTest extends AgentSessionContract {
    @Override
    AgentSession open(MusterHome home, Map<String, String> environment) {
        return EmbeddedSession.over(Agent.open(home, environment));
    }

    @Override
    void close(AgentSession opened) {
        opened.close();
    }

    @Test
    void closing_the_session_stops_what_is_running() {
        RunId run = launch(2, 0, "sleep 600");
        JobSnapshot running = awaitRun(run, snapshot -> snapshot.phase() == Phase.RUNNING);
        var pids =
                running.workers().stream()
                        .map(worker -> (WorkerCondition.Running) worker.condition())
                        .map(WorkerCondition.Running::pid)
                        .toList();

        session().close();

        assertThat(pids).hasSize(2).allMatch(pid -> !Files.exists(Path.of("/proc/" + pid)));
    }
}
