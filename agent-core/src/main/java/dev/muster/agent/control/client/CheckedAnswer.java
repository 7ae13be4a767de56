package dev.muster.agent.control.client;

import dev.muster.agent.control.client.ControlFailure.Refused;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** An answer that is good; any other fails with the agent's own sentence. */
abstract class CheckedAnswer implements Answer {
    private Optional<Problem> problem = Optional.empty();

    /** What an agent says when it will not. */
    private static final class Problem {
        private final int status;
        private final ByteArrayOutputStream text = new ByteArrayOutputStream();

        Problem(int status) {
            this.status = status;
        }

        void take(ByteBuffer piece) {
            if (text.size() + piece.remaining() > Limits.PROBLEM) throw failure(); // enough said
            var bytes = new byte[piece.remaining()];
            piece.get(bytes);
            text.writeBytes(bytes);
        }

        Refused failure() {
            return new Refused(
                    status, ProblemText.of(status, text.toString(StandardCharsets.UTF_8)));
        }
    }

    /** The head of a good answer. */
    abstract void opens(Head head);

    /** A piece of a good answer, lent for this call only. */
    abstract void takes(ByteBuffer piece);

    @Override
    public final void begins(Head head) {
        if (head.isGood()) {
            opens(head);
        } else {
            problem = Optional.of(new Problem(head.status()));
        }
    }

    @Override
    public final void goesOn(ByteBuffer piece) {
        if (problem.isPresent()) {
            problem.get().take(piece);
        } else {
            takes(piece);
        }
    }

    @Override
    public final void ends() {
        if (problem.isPresent()) {
            fails(problem.get().failure());
        } else {
            closes();
        }
    }

    /** A good answer is whole. */
    abstract void closes();
}
