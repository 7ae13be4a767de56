package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.AgentEvent.CommandTaken;
import dev.muster.agent.event.AgentEvent.RunEnded;
import dev.muster.agent.event.Phase;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What somebody asks for stands among the events of the run, whatever comes of it. */
@Timeout(120)
class TakenCommandsTest {
    @TempDir private Path folder;

    @Test
    void a_stop_that_ends_a_run_at_once_is_written_down_before_the_end() {
        try (var agent = new ShellAgent(folder, Map.of())) {
            agent.start(1, 1_000, "/bin/false");
            // no worker is there to wait for, and none will be for some seconds
            agent.awaitRun(now -> now.phase() == Phase.PAUSING && now.restartCount() >= 4);
            var outcome = agent.send(aim -> new AgentCommand.Stop(aim, Duration.ofSeconds(5)));
            agent.awaitRun(now -> now.phase() == Phase.ENDED);

            List<AgentEvent> events = agent.events();
            assertThat(outcome).isInstanceOf(CommandOutcome.Accepted.class);
            assertThat(events.getLast()).isInstanceOf(RunEnded.class);
            assertThat(events.get(events.size() - 2))
                    .isInstanceOfSatisfying(
                            CommandTaken.class,
                            taken -> {
                                assertThat(taken.by()).isEqualTo("the test");
                                assertThat(taken.accepted()).isTrue();
                            });
        }
    }

    @Test
    void a_command_stands_ahead_of_what_comes_of_it() {
        try (var agent = new ShellAgent(folder, Map.of())) {
            agent.start(1, 0, "/bin/sleep", "600");
            agent.awaitRun(now -> now.phase() == Phase.RUNNING);
            agent.send(aim -> new AgentCommand.Stop(aim, Duration.ofSeconds(5)));
            agent.awaitRun(now -> now.phase() == Phase.ENDED);

            assertThat(agent.events())
                    .extracting(event -> event.getClass().getSimpleName())
                    .containsSubsequence("CommandTaken", "StopStarted", "RunEnded");
        }
    }

    @Test
    void a_command_that_is_refused_is_written_down_too() {
        try (var agent = new ShellAgent(folder, Map.of())) {
            agent.start(1, 0, "/bin/sleep", "600");
            agent.awaitRun(now -> now.phase() == Phase.RUNNING);
            agent.send(aim -> new AgentCommand.SaveAndStop(aim, Duration.ofSeconds(5)));

            assertThat(agent.told(CommandTaken.class))
                    .singleElement()
                    .satisfies(taken -> assertThat(taken.accepted()).isFalse());
        }
    }
}
