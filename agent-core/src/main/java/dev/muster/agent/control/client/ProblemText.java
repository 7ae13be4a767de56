package dev.muster.agent.control.client;

import dev.muster.agent.control.api.Problem;
import dev.muster.agent.journal.UnreadableRecord;

/** The sentence in an answer that is not good. */
final class ProblemText {
    private ProblemText() {}

    static String of(int status, String body) {
        try {
            return shortened(Problem.read(body).detail());
        } catch (UnreadableRecord _) {
            return "the agent answered with status %d and gave no reason".formatted(status);
        }
    }

    private static String shortened(String sentence) {
        return sentence.length() <= Limits.SENTENCE
                ? sentence
                : sentence.substring(0, Limits.SENTENCE) + "...";
    }
}
