package dev.muster.agent.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.SaveFirst;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerFiles;
import dev.muster.agent.supervise.Farewell;
import dev.muster.agent.supervise.GroupInput;
import dev.muster.agent.supervise.GroupRules;
import dev.muster.agent.supervise.RestartPolicy;
import dev.muster.agent.supervise.process.Attempts;
import dev.muster.agent.supervise.process.GroupDriver;
import dev.muster.agent.supervise.process.Workers;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The real driver and the real rules, thousands of lives long. A failure is its seed. */
class GroupSimulationTest {
    private static final int SEEDS = 3_000;
    private static final Duration GRACE = ofSeconds(30);

    private static final Optional<SaveFirst> SAVE_FIRST =
            Optional.of(new SaveFirst(new Signal(10), ofSeconds(60)));

    static LongStream seeds() {
        return LongStream.range(0, SEEDS);
    }

    static LongStream someSeeds() {
        return seeds().limit(50);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void a_group_comes_to_its_end_whatever_happens_and_leaves_nobody(long seed) {
        var story = new Story(seed);

        story.world.runUntilQuiet(story::check);

        assertThat(story.outcome).isPresent();
        assertThat(story.workers.isEmpty()).isTrue();
        assertThat(story.events.getLast()).isInstanceOf(AgentEvent.RunEnded.class);
        assertThat(story.events.stream().filter(AgentEvent.RunEnded.class::isInstance)).hasSize(1);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("someSeeds")
    void the_same_seed_tells_the_same_story(long seed) {
        var first = new Story(seed);
        var second = new Story(seed);

        first.world.runUntilQuiet(() -> {});
        second.world.runUntilQuiet(() -> {});

        assertThat(first.events).isEqualTo(second.events);
    }

    /** One group's life, with what must hold after every event of it. */
    private static final class Story {
        final World world;
        final List<AgentEvent> events = new ArrayList<>();
        final SimulatedWorkers workers;
        final int maxRestarts;
        Optional<Outcome> outcome = Optional.empty();
        private final int workerCount;
        private final GroupDriver driver;
        private Optional<Instant> killAllowedFrom = Optional.empty();

        Story(long seed) {
            world = new World(seed);
            workerCount = world.between(1, 6);
            maxRestarts = world.between(0, 3);
            var made = new SimulatedWorkers[1];
            Attempts attempts = (_, _) -> starts();
            driver =
                    new GroupDriver(
                            new GroupRules(
                                    workerCount,
                                    new RestartPolicy(maxRestarts),
                                    GRACE,
                                    SAVE_FIRST,
                                    false,
                                    0),
                            attempts,
                            listener -> made[0] = new SimulatedWorkers(world, listener),
                            world,
                            world,
                            this::happened,
                            (how, _) -> outcome = Optional.of(how));
            workers = made[0];
            workers.saved = who -> driver.on(new GroupInput.Saved(who));
            world.in(Duration.ZERO, () -> driver.on(new GroupInput.Begin()));
            if (world.chance(0.3)) somebodyAsks(new GroupInput.AskRestart("you"));
            if (world.chance(0.3)) {
                somebodyAsks(
                        new GroupInput.AskStop(
                                "you",
                                Signal.TERM,
                                ofSeconds(10),
                                world.chance(0.5),
                                143,
                                Farewell.CLOSE));
            }
            if (world.chance(0.1))
                somebodyAsks(new GroupInput.AskForce("you", 143, Farewell.CLOSE));
        }

        private void somebodyAsks(GroupInput input) {
            world.in(world.within(ofMinutes(10)), () -> driver.on(input));
        }

        private void happened(AgentEvent event) {
            events.add(event);
            if (event instanceof AgentEvent.StopStarted(_, var forceAt, _)) {
                killAllowedFrom = Optional.of(forceAt);
            }
        }

        /** Checked after every event of the world. */
        void check() {
            assertThat(restartsForFailures()).isLessThanOrEqualTo(maxRestarts);
            assertThat(startedTwice()).isEmpty();
            boolean forcedByHand =
                    events.stream()
                            .anyMatch(
                                    event ->
                                            event instanceof AgentEvent.ForceStarted(_, var because)
                                                    && !because.startsWith("the grace"));
            if (workers.killedAt.isPresent() && !forcedByHand) {
                assertThat(workers.killedAt.get()).isAfterOrEqualTo(killAllowedFrom.orElseThrow());
            }
            if (outcome.isPresent()) assertThat(workers.isEmpty()).isTrue();
        }

        private int restartsForFailures() {
            return events.stream()
                    .filter(AgentEvent.AttemptStarted.class::isInstance)
                    .map(AgentEvent.AttemptStarted.class::cast)
                    .mapToInt(AgentEvent.AttemptStarted::restartCount)
                    .max()
                    .orElse(0);
        }

        /** Attempts that were begun more than once. */
        private Set<Integer> startedTwice() {
            var seen = new HashSet<Integer>();
            var twice = new HashSet<Integer>();
            for (var event : events) {
                if (event instanceof AgentEvent.AttemptStarted started
                        && !seen.add(started.attempt())) {
                    twice.add(started.attempt());
                }
            }
            return twice;
        }

        private List<Workers.Start> starts() {
            return IntStream.range(0, workerCount)
                    .mapToObj(
                            k ->
                                    new Workers.Start(
                                            new LocalRank(k),
                                            List.of("simulated"),
                                            Map.of(),
                                            Path.of("/"),
                                            new WorkerFiles(
                                                    Path.of("/o"), Path.of("/e"), Path.of("/x"))))
                    .toList();
        }
    }
}
