package dev.muster.gui.stacks;

import dev.muster.agent.job.Rank;

import java.util.Optional;

/** A line of what is shown of stacks. */
sealed interface StackRow {
    /** The line as text, for the clipboard, a file or a screen reader. */
    String text();

    /** The rank that a reader may want to see alone; empty where that is nobody. */
    default Optional<Rank> leadsTo() {
        return Optional.empty();
    }

    /** Calls of a thread follow. */
    record ThreadHead(String name, String note) implements StackRow {
        @Override
        public String text() {
            return note.isEmpty() ? name : "%s, %s".formatted(name, note);
        }
    }

    /**
     * A call.
     *
     * @param depth how many branches lead here
     * @param ranks who took the branch that begins with this call; empty where none does
     * @param odd whether those are fewer than went elsewhere
     * @param own whether it is the user's own code
     * @param note what there is to say of those who go no further
     */
    record Call(
            int depth,
            String ranks,
            Optional<Rank> leadsTo,
            boolean odd,
            String function,
            String place,
            boolean own,
            String note)
            implements StackRow {
        @Override
        public String text() {
            var text = new StringBuilder("  ".repeat(depth));
            if (!ranks.isEmpty()) text.append('[').append(ranks).append("] ");
            text.append(function);
            if (!place.isEmpty()) text.append("  ").append(place);
            if (!note.isEmpty()) text.append("  (").append(note).append(')');
            return text.toString();
        }
    }

    /**
     * How it was learned, or why it was not.
     *
     * @param failed whether nothing was learned at all
     */
    record Way(String ranks, Optional<Rank> leadsTo, String words, boolean failed)
            implements StackRow {
        @Override
        public String text() {
            return "%s: %s".formatted(ranks, words);
        }
    }
}
