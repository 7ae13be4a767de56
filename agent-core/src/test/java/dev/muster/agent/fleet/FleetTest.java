package dev.muster.agent.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.Aim;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.fleet.FleetPlace.Kind;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.journal.SpecJson;
import dev.muster.agent.session.Connection;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

class FleetTest {
    private static final PlaceId BOX = new PlaceId("box");
    private static final PlaceId LAB = new PlaceId("lab");

    private final Fleet fleet = new Fleet("This computer", () -> ToldSession.NOON);
    private final ToldSession box = new ToldSession("box");
    private final ToldSession lab = new ToldSession("lab");

    @AfterEach
    void close() {
        fleet.close();
    }

    @Test
    void places_are_told_in_the_order_of_their_kind_and_say_whether_they_were_heard() {
        add(BOX, Kind.REMOTE, box);
        add(LAB, Kind.HERE, lab);
        box.tell(new Connection.Connected(), "a");

        await().until(() -> place(BOX).filter(PlaceSnapshot::heard).isPresent());
        assertThat(fleet.snapshot().places())
                .extracting(PlaceSnapshot::id)
                .containsExactly(LAB, BOX);
        assertThat(fleet.snapshot().isKnownHere()).isFalse();
    }

    @Test
    void what_is_asked_of_a_run_is_asked_of_the_place_that_is_looked_at_where_two_have_it() {
        add(BOX, Kind.REMOTE, box);
        add(LAB, Kind.REMOTE, lab);
        box.tell(new Connection.Connected(), "same");
        lab.tell(new Connection.Connected(), "same");
        await().until(() -> runs(LAB) == 1 && runs(BOX) == 1);
        var restart = new AgentCommand.Restart(new Aim(new RunId("same"), 0));

        fleet.send(restart).toCompletableFuture().join();
        fleet.lookAt(new RunAt(LAB, new RunId("same")));
        fleet.send(restart).toCompletableFuture().join();

        assertThat(box.sent).hasSize(1);
        assertThat(lab.sent).hasSize(1);
    }

    @Test
    void a_command_for_a_run_that_nobody_has_is_refused() {
        var restart = new AgentCommand.Restart(new Aim(new RunId("nowhere"), 0));

        assertThat(fleet.send(restart).toCompletableFuture().join())
                .isEqualTo(new CommandOutcome.Refused("there is no run nowhere"));
    }

    @Test
    void the_time_of_a_place_stands_still_while_it_is_out_of_reach() {
        Instant since = ToldSession.NOON.minusSeconds(90);
        add(BOX, Kind.REMOTE, box);

        box.tell(new Connection.Reconnecting(since, "refused", ToldSession.NOON), "a");
        await().until(() -> runs(BOX) == 1);
        assertThat(place(BOX).orElseThrow().time().instant()).isEqualTo(since);

        box.tell(new Connection.Connected(), "a");
        await().until(() -> place(BOX).orElseThrow().isReached());
        assertThat(place(BOX).orElseThrow().time().instant()).isEqualTo(ToldSession.NOON);
    }

    @Test
    void an_agent_here_that_ends_stays_while_it_has_a_run_to_show() {
        add(BOX, Kind.HERE, box);
        add(LAB, Kind.HERE, lab);

        box.tell(new Connection.Lost("it has ended"), "a");
        lab.tell(new Connection.Lost("it has ended"));

        await().until(() -> place(LAB).isEmpty());
        assertThat(runs(BOX)).isOne();
        assertThat(box.closed).isTrue();
        assertThat(lab.closed).isTrue();
    }

    @Test
    void a_place_that_takes_the_place_of_another_closes_it_and_is_told_alone() {
        add(BOX, Kind.RECORDED, box);
        box.tell(new Connection.Connected(), "a");
        await().until(() -> runs(BOX) == 1);

        add(BOX, Kind.RECORDED, lab);
        lab.tell(new Connection.Connected(), "b", "c");

        await().until(() -> runs(BOX) == 2);
        assertThat(box.closed).isTrue();
    }

    @Test
    void a_run_is_run_again_on_the_machine_where_it_was() {
        add(BOX, Kind.REMOTE, box);
        box.tell(new Connection.Connected(), "a");
        await().until(() -> runs(BOX) == 1);
        JobSnapshot run = place(BOX).orElseThrow().run(new RunId("a")).orElseThrow();

        RunId again = fleet.launchAgain(run).toCompletableFuture().join();

        assertThat(again).isEqualTo(new RunId("a-again"));
    }

    @Test
    void a_run_that_was_started_here_is_run_again_with_the_values_of_its_variables() {
        add(LAB, Kind.HERE, lab);
        fleet.launchBy(lab::launch);
        JobSpec given = SampleSpec.ofScript().environment(Map.of("TOKEN", "t")).build();
        RunId run = fleet.launch(given).toCompletableFuture().join();
        lab.tell(new Connection.Connected(), run.value());
        await().until(() -> runs(LAB) == 1);

        fleet.launchAgain(place(LAB).orElseThrow().run(run).orElseThrow())
                .toCompletableFuture()
                .join();

        assertThat(lab.launched).containsExactly(given, given);
    }

    @Test
    void a_run_that_another_process_started_is_run_again_with_the_values_that_were_kept(
            @TempDir Path folder) throws IOException {
        JobSpec given = SampleSpec.ofScript().environment(Map.of("TOKEN", "t")).build();
        var home = new MusterHome(folder.resolve("state"), folder.resolve("config"));
        Path kept = Files.createDirectories(home.runs().resolve("a"));
        Files.writeString(kept.resolve("spec.json"), SpecJson.withValues(given));
        try (var past = new PastRuns(home, () -> ToldSession.NOON)) {
            fleet.remember(past);
            add(LAB, Kind.HERE, lab);
            fleet.launchBy(lab::launch);
            lab.tell(new Connection.Connected(), "a");
            await().until(() -> runs(LAB) == 1);

            fleet.launchAgain(place(LAB).orElseThrow().run(new RunId("a")).orElseThrow())
                    .toCompletableFuture()
                    .join();
        }

        assertThat(lab.launched).containsExactly(given);
    }

    @Test
    void a_sentence_that_nobody_heard_is_kept_for_the_first_who_listens() {
        var heard = new CopyOnWriteArrayList<String>();
        fleet.tell("It rained.");

        var _ = fleet.hearSentences(heard::add);

        await().until(() -> heard.equals(List.of("It rained.")));
    }

    private void add(PlaceId id, Kind kind, ToldSession session) {
        fleet.add(new FleetPlace(id, kind, session, () -> ToldSession.NOON));
    }

    private Optional<PlaceSnapshot> place(PlaceId id) {
        return fleet.snapshot().place(id);
    }

    private int runs(PlaceId id) {
        return place(id).map(place -> place.now().runs().size()).orElse(0);
    }
}
