package dev.muster.gui.launch;

import javafx.util.StringConverter;

import org.jspecify.annotations.Nullable;

import java.util.function.UnaryOperator;

/** What a box of fixed choices shows for each. */
final class ChoiceWords extends StringConverter<String> {
    private final UnaryOperator<String> words;

    ChoiceWords(UnaryOperator<String> words) {
        this.words = words;
    }

    @Override
    public String toString(@Nullable String choice) {
        return choice == null ? "" : words.apply(choice);
    }

    @Override
    public String fromString(String word) {
        throw new UnsupportedOperationException("the box is not editable");
    }
}
