package dev.muster.gui.fx;

import javafx.scene.AccessibleRole;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/** Asks before something is done, and says what it means. Enter does it, Esc does not. */
public final class Question extends VBox implements TakesFocus {
    /** How much there is to lose. */
    public enum Weight {
        ORDINARY,
        DESTROYS
    }

    private final Button yes;
    private final HBox buttons;
    private final Runnable close;

    /** {@code close} takes the question away; it is called before {@code onYes}. */
    public Question(
            String title,
            String consequence,
            String verb,
            Weight weight,
            Runnable onYes,
            Runnable close) {
        this.close = close;
        getStyleClass().addAll("card-over", "question");
        setAccessibleRole(AccessibleRole.DIALOG);
        setAccessibleText(title + " " + consequence);
        var heading = new Label(title);
        heading.getStyleClass().add("semibold");
        heading.setWrapText(true);
        var words = new Label(consequence);
        words.getStyleClass().add("muted");
        words.setWrapText(true);
        var no = new Button("Cancel");
        no.setId("question-no");
        no.setCancelButton(true);
        no.setOnAction(_ -> close.run());
        yes = new Button(verb);
        yes.setId("question-yes");
        yes.setDefaultButton(true);
        yes.getStyleClass().add(weight == Weight.DESTROYS ? "destroys" : "primary");
        answers(yes, onYes);
        buttons = new HBox(no, yes);
        buttons.getStyleClass().add("question-buttons");
        getChildren().addAll(heading, words, buttons);
    }

    /** Offers something else to do, between doing nothing and what the question is about. */
    public Question or(String otherVerb, Runnable onOther) {
        var other = new Button(otherVerb);
        other.setId("question-other");
        answers(other, onOther);
        buttons.getChildren().add(buttons.getChildren().indexOf(yes), other);
        return this;
    }

    private void answers(Button button, Runnable action) {
        button.setOnAction(
                _ -> {
                    close.run();
                    action.run();
                });
    }

    @Override
    public void takeFocus() {
        yes.requestFocus();
    }
}
