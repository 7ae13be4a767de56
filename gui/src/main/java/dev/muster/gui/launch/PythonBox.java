package dev.muster.gui.launch;

import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;

import org.jspecify.annotations.Nullable;

/** The interpreter: any path or name can be typed, and those found can be picked. */
final class PythonBox extends ComboBox<PythonChoice> {
    PythonBox(PythonChoices pythons) {
        setEditable(true);
        setItems(pythons.choices());
        setPromptText("python3 in PATH");
        setVisibleRowCount(6);
        setCellFactory(_ -> new Cell());
        setConverter(
                new StringConverter<>() {
                    @Override
                    public String toString(@Nullable PythonChoice choice) {
                        return choice == null ? "" : choice.path();
                    }

                    @Override
                    public PythonChoice fromString(@Nullable String path) {
                        return new PythonChoice(path == null ? "" : path.strip(), "");
                    }
                });
    }

    /** The path, and smaller what the interpreter says of itself. */
    private static final class Cell extends ListCell<PythonChoice> {
        private final Label path = new Label();
        private final Label about = new Label();
        private final VBox lines = new VBox(path, about);

        Cell() {
            path.getStyleClass().add("mono");
            about.getStyleClass().addAll("muted", "small");
        }

        @Override
        protected void updateItem(@Nullable PythonChoice choice, boolean empty) {
            super.updateItem(choice, empty);
            if (empty || choice == null) {
                setGraphic(null);
                return;
            }
            path.setText(choice.path());
            about.setText(choice.about());
            setAccessibleText(choice.path() + ", " + choice.about());
            setGraphic(lines);
        }
    }
}
