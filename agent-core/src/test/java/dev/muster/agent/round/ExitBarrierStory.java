package dev.muster.agent.round;

import static org.assertj.core.api.Assertions.assertThat;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RoundStore;
import dev.muster.agent.round.Retold.Answer;
import dev.muster.agent.round.Retold.Question;
import dev.muster.agent.simulation.World;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The members of one round, whose workers end one after the other, while connections break, members
 * crash and the store forgets. Whoever is done waits for the others, as {@link Rounds} has it.
 */
final class ExitBarrierStory {
    private static final Duration LONGEST_WORK = ofSeconds(60);
    private static final Duration LIMIT = ofSeconds(300);
    private static final Duration HOPE = ofSeconds(20);
    private static final Duration BETWEEN_TRIES = ofMillis(500);
    private static final Duration LONGEST_AWAY = ofSeconds(10);
    private static final Duration SILENCE = ofSeconds(15);

    /** From when the last is done and nothing breaks any more. */
    private static final Duration SOON = ofSeconds(30);

    private enum Doing {
        WORKING,
        WAITING,
        PASSED,
        /** Somebody was lost who was not done: another round. */
        MOVED_ON,
        GAVE_UP,
        CRASHED
    }

    private final World world;
    private final SimulatedRoundStore store;
    private final List<Member> members;
    private final Map<Integer, Instant> arrivals = new HashMap<>();
    private boolean forgotAfterSomebodyLeft;

    private final class Member {
        private final int rank;
        private Doing doing = Doing.WORKING;
        private boolean done;
        private int told;
        private Optional<Instant> lostSince = Optional.empty();

        Member(int rank) {
            this.rank = rank;
        }

        private void finish() {
            if (doing != Doing.WORKING) return;
            doing = Doing.WAITING;
            done = true;
            pass();
        }

        private void pass() {
            told = 0;
            var heard = new int[1];
            var lookedFor = new HashMap<Integer, Instant>();
            talk(
                    round -> {
                        heard[0] = 0;
                        barrier(round).pass(LIMIT, roll -> hear(roll, ++heard[0], lookedFor));
                    },
                    lookedFor,
                    this::passed);
        }

        private void passed(Optional<RendezvousException> broken) {
            if (doing != Doing.WAITING) return;
            if (broken.isEmpty()) {
                assertThat(members).as("all are done\n%s", this).allMatch(other -> other.done);
                doing = Doing.PASSED;
            } else if (broken.get() instanceof RendezvousException.Unreachable && !isHopeless()) {
                world.in(BETWEEN_TRIES, this::pass);
            } else {
                doing = Doing.GAVE_UP;
            }
        }

        private boolean isHopeless() {
            Instant now = world.instant();
            if (lostSince.isEmpty()) lostSince = Optional.of(now);
            return now.isAfter(lostSince.get().plus(HOPE));
        }

        private void hear(ExitBarrier.Roll roll, int times, Map<Integer, Instant> lookedFor) {
            if (times <= told) return; // the same, told anew
            told = times;
            lostSince = Optional.empty();
            long done = members.stream().filter(other -> other.done).count();
            assertThat((long) roll.arrived()).isLessThanOrEqualTo(done);
            assertThat(roll.here()).allMatch(other -> members.get(other).done);
            assertThat(roll.suspects())
                    .as("missing when looked for")
                    .noneMatch(other -> wasThere(other, lookedFor));
        }

        private boolean wasThere(int other, Map<Integer, Instant> lookedFor) {
            Instant came = arrivals.get(other);
            return came != null && came.isBefore(lookedFor.get(other));
        }

        private void crash() {
            if (doing != Doing.WORKING && doing != Doing.WAITING) return;
            doing = Doing.CRASHED;
            for (Member other : members) {
                world.in(SILENCE.plus(world.within(ofSeconds(5))), () -> other.misses(rank));
            }
        }

        /** Whoever is gone was done, or another round is to begin. */
        private void misses(int lost) {
            if (doing != Doing.WORKING && doing != Doing.WAITING) return;
            var done = new boolean[1];
            talk(
                    round -> done[0] = barrier(round).has(List.of(lost)),
                    new HashMap<>(),
                    broken -> {
                        if (broken.isPresent()) {
                            world.in(BETWEEN_TRIES, () -> misses(lost));
                        } else if (done[0]) {
                            assertThat(members.get(lost).done).isTrue();
                        } else if (doing != Doing.PASSED) {
                            doing = Doing.MOVED_ON;
                        }
                    });
        }

        private ExitBarrier barrier(RoundStore round) {
            return new ExitBarrier(round, rank, members.size());
        }

        /** {@code lookedFor} gets when each other member was asked for in this talk last. */
        private void talk(
                Consumer<RoundStore> telling,
                Map<Integer, Instant> lookedFor,
                Consumer<Optional<RendezvousException>> then) {
            goOn(new Retold(telling), lookedFor, then);
        }

        private void goOn(
                Retold talk,
                Map<Integer, Instant> lookedFor,
                Consumer<Optional<RendezvousException>> then) {
            if (doing != Doing.WORKING && doing != Doing.WAITING) return;
            Optional<Question> question = talk.next();
            if (question.isEmpty()) {
                then.accept(talk.broken());
                return;
            }
            whose(question.get()).ifPresent(other -> lookedFor.put(other, world.instant()));
            store.ask(
                    question.get(),
                    answer -> {
                        noteArrival(question.get(), answer);
                        talk.answer(answer);
                        goOn(talk, lookedFor, then);
                    });
        }

        private void noteArrival(Question question, Answer answer) {
            if (question instanceof Question.Add(_, var delta)
                    && delta > 0
                    && answer instanceof Answer.Sum) {
                whose(question).ifPresent(who -> arrivals.putIfAbsent(who, world.instant()));
            }
        }

        @Override
        public String toString() {
            return "%d %s".formatted(rank, doing);
        }
    }

    ExitBarrierStory(long seed) {
        world = new World(seed);
        double breaks = world.chance(0.5) ? 0 : world.between(1, 6) / 1_000.;
        store =
                new SimulatedRoundStore(
                        world, ofMillis(world.between(0, breaks > 0 ? 50 : 150)), breaks);
        members = IntStream.range(0, world.between(1, 12)).mapToObj(Member::new).toList();
        for (Member member : members) world.in(world.within(LONGEST_WORK), member::finish);
        int faults = world.between(0, 2);
        for (int k = 0; k < faults; k++) {
            world.in(world.within(LONGEST_WORK), this::somethingHappens);
        }
        world.in(LONGEST_WORK.plus(LONGEST_AWAY), store::breakNoMore);
    }

    /** Nobody waits for long once nothing happens any more. */
    void run() {
        world.runUntil(world.instant().plus(LONGEST_WORK).plus(LONGEST_AWAY).plus(SOON), () -> {});
        if (forgotAfterSomebodyLeft) return; // who has gone home cannot come again
        var waiting = new ArrayList<>(members);
        waiting.removeIf(member -> member.doing != Doing.WAITING && member.doing != Doing.GAVE_UP);
        assertThat(waiting).as("progress once faults stop: %s", members).isEmpty();
    }

    private void somethingHappens() {
        if (world.chance(0.5)) {
            members.get(world.between(0, members.size() - 1)).crash();
        } else {
            forgotAfterSomebodyLeft |=
                    members.stream()
                            .anyMatch(
                                    one -> one.doing == Doing.PASSED || one.doing == Doing.CRASHED);
            arrivals.clear();
            store.beginAnew(world.within(LONGEST_AWAY));
        }
    }

    private static Optional<Integer> whose(Question question) {
        String key = question.key();
        if (!key.endsWith("/ARRIVALS")) return Optional.empty();
        String rank = key.substring("torchelastic/agent/terminal_state".length());
        return Optional.of(Integer.valueOf(rank.substring(0, rank.indexOf('/'))));
    }
}
