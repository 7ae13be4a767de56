package dev.muster.gui.stacks;

import javafx.application.Platform;
import javafx.scene.Node;
import javafx.stage.FileChooser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** Saves text where the user says. Asks on the FX thread, writes on one of its own. */
final class TextFile {
    private final Node owner;
    private final Consumer<String> notices;

    /** {@code notices} takes the sentence on how it went. */
    TextFile(Node owner, Consumer<String> notices) {
        this.owner = owner;
        this.notices = notices;
    }

    void offer(String name, String text) {
        var chooser = new FileChooser();
        chooser.setTitle("Save stacks");
        chooser.setInitialFileName(name);
        Optional.ofNullable(chooser.showSaveDialog(owner.getScene().getWindow()))
                .ifPresent(file -> write(file.toPath(), text));
    }

    private void write(Path file, String text) {
        Thread.ofVirtual()
                .name("save stacks")
                .start(
                        () -> {
                            String outcome = outcome(file, text);
                            Platform.runLater(() -> notices.accept(outcome));
                        });
    }

    private static String outcome(Path file, String text) {
        try {
            Files.writeString(file, text);
            return "Saved %s.".formatted(file.getFileName());
        } catch (IOException e) {
            return "Not saved: %s.".formatted(e);
        }
    }
}
