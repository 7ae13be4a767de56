package dev.muster.gui.launch;

import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/** One field's text, and what is wrong with it. FX thread. */
final class FormField {
    private final StringProperty text = new SimpleStringProperty("");
    private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper remark = new ReadOnlyStringWrapper("");
    private boolean touched;

    StringProperty text() {
        return text;
    }

    /** A whole sentence to show at the field; empty when there is nothing to say. */
    ReadOnlyStringProperty problem() {
        return problem.getReadOnlyProperty();
    }

    /** What is worth knowing about it, and keeps nothing from starting; a whole sentence. */
    ReadOnlyStringProperty remark() {
        return remark.getReadOnlyProperty();
    }

    void remark(String sentence) {
        remark.set(sentence);
    }

    /** From now on its problems are shown: a field nobody has been at yet is not blamed. */
    void touch() {
        touched = true;
    }

    /** Nobody has been here. */
    void forget() {
        touched = false;
        problem.set("");
    }

    void blame(String clause) {
        problem.set(touched ? Sentences.from(clause) : "");
    }

    void praise() {
        problem.set("");
    }
}
