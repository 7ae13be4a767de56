package dev.muster.agent.history;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.EventSentences;

import java.util.LinkedHashSet;
import java.util.Set;

/** The sentences of a run's events, each once, as far as a search goes. */
final class SearchText {
    private static final int LONGEST = 1 << 16;

    private final Set<String> sentences = new LinkedHashSet<>();
    private int length;

    void add(AgentEvent event) {
        for (String sentence : EventSentences.of(event)) {
            if (length + sentence.length() > LONGEST) continue;
            if (sentences.add(sentence)) length += sentence.length();
        }
    }

    @Override
    public String toString() {
        return String.join("\n", sentences);
    }
}
