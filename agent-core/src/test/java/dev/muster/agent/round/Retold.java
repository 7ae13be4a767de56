package dev.muster.agent.round;

import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RoundStore;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What blocks on a store, without a thread to block: it is told anew from its beginning whenever an
 * answer has come, hears the same answers as before, and is cut off at the next question. So it
 * happens on an agenda, like everything else in a simulation.
 */
final class Retold {
    /** What is asked of the store. */
    sealed interface Question {
        String key();

        record Put(String key) implements Question {}

        record Add(String key, long delta) implements Question {}

        record Get(String key, Duration atMost) implements Question {}
    }

    /** What comes of it: for a counter its sum, else nothing that matters. */
    sealed interface Answer {
        record Sum(long value) implements Answer {}

        record Failed(RendezvousException why) implements Answer {}
    }

    /** Cuts the telling off; never seen outside. */
    private static final class Unanswered extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Question question;

        Unanswered(Question question) {
            super("not answered yet", null, false, false);
            this.question = question;
        }
    }

    private final Consumer<RoundStore> telling;
    private final List<Answer> answers = new ArrayList<>();
    private Optional<RendezvousException> broken = Optional.empty();

    Retold(Consumer<RoundStore> telling) {
        this.telling = telling;
    }

    /** What it asks next; empty when it is over. */
    Optional<Question> next() {
        try {
            telling.accept(new Remembered());
        } catch (Unanswered cut) {
            return Optional.of(cut.question);
        } catch (RendezvousException why) {
            broken = Optional.of(why);
        }
        return Optional.empty();
    }

    void answer(Answer answer) {
        answers.add(answer);
    }

    /** Why it ended, if it did so by an exception. */
    Optional<RendezvousException> broken() {
        return broken;
    }

    private final class Remembered implements RoundStore {
        private int asked;

        private long sum(Question question) {
            if (asked == answers.size()) throw new Unanswered(question);
            return switch (answers.get(asked++)) {
                case Answer.Sum(var value) -> value;
                case Answer.Failed(var why) -> throw why;
            };
        }

        @Override
        public void set(String key, byte[] value, Duration atMost) {
            sum(new Question.Put(key));
        }

        @Override
        public byte[] get(String key, Duration atMost) {
            sum(new Question.Get(key, atMost));
            return new byte[0];
        }

        @Override
        public long add(String key, long delta, Duration atMost) {
            return sum(new Question.Add(key, delta));
        }

        @Override
        public List<byte[]> multiGet(List<String> keys, Duration atMost) {
            throw new UnsupportedOperationException("not asked here");
        }

        @Override
        public RoundStore ofRound(long round) {
            throw new UnsupportedOperationException("not asked here");
        }
    }
}
