package dev.muster.agent.round;

import static java.time.Duration.ofMillis;

import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.round.Retold.Answer;
import dev.muster.agent.round.Retold.Question;
import dev.muster.agent.simulation.World;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The store of one round behind connections that break: before a question is heard, or before its
 * answer is. Its process may end; another then knows nothing.
 */
final class SimulatedRoundStore {
    private static final Duration BEFORE_THAT_IS_NOTICED = ofMillis(200);

    private final World world;
    private final Duration slowest;
    private double breaks;
    private final Map<String, Long> values = new HashMap<>();
    private final Map<String, List<Runnable>> awaited = new HashMap<>();
    private Instant awayUntil = Instant.MIN;
    private int lives = 1;

    /**
     * @param slowest one way
     * @param breaks how often a connection does
     */
    SimulatedRoundStore(World world, Duration slowest, double breaks) {
        this.world = world;
        this.slowest = slowest;
        this.breaks = breaks;
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    int lives() {
        return lives;
    }

    void breakNoMore() {
        breaks = 0;
    }

    void beginAnew(Duration away) {
        lives++;
        values.clear();
        awaited.clear();
        awayUntil = world.instant().plus(away);
    }

    void ask(Question question, Consumer<Answer> hear) {
        int life = lives;
        boolean unheard = world.chance(breaks);
        boolean unanswered = world.chance(breaks);
        var once = new Once(hear);
        if (!unheard) {
            Consumer<Answer> answer = unanswered ? _ -> {} : once;
            world.in(world.within(slowest), () -> arrived(question, life, answer));
        }
        Duration gone = slowest.multipliedBy(2).plus(BEFORE_THAT_IS_NOTICED);
        if (unheard || unanswered) world.in(gone, () -> once.accept(unreachable()));
        if (question instanceof Question.Get(_, var atMost)) {
            world.in(atMost, () -> once.accept(timedOut())); // by the clock of whoever waits
        }
        noticeLoss(life, once);
    }

    /** A connection to a process that has ended breaks; so does one to where nobody listens. */
    private void noticeLoss(int life, Once asker) {
        if (asker.heard) return;
        if (lives != life || isAway()) asker.accept(unreachable());
        else world.in(BEFORE_THAT_IS_NOTICED, () -> noticeLoss(life, asker));
    }

    private boolean isAway() {
        return world.instant().isBefore(awayUntil);
    }

    private void arrived(Question question, int life, Consumer<Answer> hear) {
        if (lives != life || isAway()) return;
        String key = question.key();
        switch (question) {
            case Question.Put _ -> {
                values.putIfAbsent(key, 0L);
                answer(new Answer.Sum(0), hear);
            }
            case Question.Add(_, var delta) ->
                    answer(new Answer.Sum(values.merge(key, delta, Long::sum)), hear);
            case Question.Get _ -> {
                if (has(key)) {
                    answer(new Answer.Sum(0), hear);
                    return;
                }
                awaited.computeIfAbsent(key, _ -> new ArrayList<>())
                        .add(() -> answer(new Answer.Sum(0), hear));
                return;
            }
        }
        List<Runnable> waiters = awaited.remove(key);
        if (waiters != null) waiters.forEach(Runnable::run);
    }

    private void answer(Answer answer, Consumer<Answer> hear) {
        world.in(world.within(slowest), () -> hear.accept(answer));
    }

    private static Answer unreachable() {
        return new Answer.Failed(new RendezvousException.Unreachable("the connection broke"));
    }

    private static Answer timedOut() {
        return new Answer.Failed(new RendezvousException.TimedOut("not there"));
    }

    /** The first answer counts. */
    private static final class Once implements Consumer<Answer> {
        private final Consumer<Answer> hear;
        private boolean heard;

        Once(Consumer<Answer> hear) {
            this.hear = hear;
        }

        @Override
        public void accept(Answer answer) {
            if (heard) return;
            heard = true;
            hear.accept(answer);
        }
    }
}
