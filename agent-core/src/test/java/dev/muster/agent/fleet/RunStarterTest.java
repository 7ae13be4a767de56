package dev.muster.agent.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.session.AgentSession;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

class RunStarterTest {
    private final Fleet fleet = new Fleet("This computer", () -> ToldSession.NOON);
    private final ToldSession background = new ToldSession("background");
    private final ToldSession own = new ToldSession("own");
    private volatile Optional<AgentSession> present = Optional.empty();

    @AfterEach
    void close() {
        fleet.close();
    }

    @Test
    void a_run_goes_to_the_background_agent_that_is_there_with_the_environment_of_this_process() {
        present = Optional.of(background);

        RunId run = launch(starter(() -> failing("nobody needs to look for it")));

        assertThat(run).isEqualTo(new RunId("background-1"));
        assertThat(background.launched.getFirst().environment()).containsEntry("HERE", "yes");
        assertThat(own.launched).isEmpty();
    }

    @Test
    void while_the_background_agent_is_started_the_fleet_says_so() {
        var come = new CountDownLatch(1);
        var starter =
                starter(
                        () -> {
                            come.await();
                            return background;
                        });

        var launched = starter.launch(SampleSpec.ofScript().build()).toCompletableFuture();
        await().until(() -> fleet.snapshot().preparing().isPresent());
        come.countDown();

        assertThat(launched.join()).isEqualTo(new RunId("background-1"));
        await().until(() -> fleet.snapshot().preparing().isEmpty());
    }

    @Test
    void without_a_background_agent_the_run_is_started_here_and_a_sentence_says_so() {
        var told = new CopyOnWriteArrayList<String>();
        var _ = fleet.hearSentences(told::add);

        RunId run = launch(starter(() -> failing("setsid is missing")));

        assertThat(run).isEqualTo(new RunId("own-1"));
        await().until(() -> !told.isEmpty());
        assertThat(told)
                .isEqualTo(
                        List.of(
                                "This run ends with this window, for there is no background agent"
                                        + " to keep it: setsid is missing."));
        await().until(() -> fleet.snapshot().place(Fleet.OWN).isPresent());
    }

    @Test
    void runs_that_need_not_be_kept_all_go_to_the_one_agent_of_this_process() {
        var starter = starter(() -> failing("nobody asks for it"));
        starter.keepRuns(false);

        launch(starter);
        RunId second = launch(starter);

        assertThat(second).isEqualTo(new RunId("own-2"));
        assertThat(background.launched).isEmpty();
    }

    private RunStarter starter(RunStarter.Background way) {
        return new RunStarter(
                fleet,
                () -> present,
                way,
                () -> own,
                Map.of("HERE", "yes"),
                () -> ToldSession.NOON);
    }

    private static AgentSession failing(String why) throws IOException {
        throw new IOException(why);
    }

    private static RunId launch(RunStarter starter) {
        return starter.launch(SampleSpec.ofScript().build()).toCompletableFuture().join();
    }
}
