package dev.muster.gui.launch;

import javafx.scene.Node;
import javafx.stage.DirectoryChooser;
import javafx.stage.FileChooser;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** The desktop's own file dialogs, opened where the present text points to. */
final class FilePicker {
    private final Node owner;

    FilePicker(Node owner) {
        this.owner = owner;
    }

    /** A file; empty when nothing was picked. */
    Optional<Path> file(String title, String present) {
        var chooser = new FileChooser();
        chooser.setTitle(title);
        start(present).ifPresent(chooser::setInitialDirectory);
        return Optional.ofNullable(chooser.showOpenDialog(owner.getScene().getWindow()))
                .map(File::toPath);
    }

    /** A folder; empty when nothing was picked. */
    Optional<Path> folder(String title, String present) {
        var chooser = new DirectoryChooser();
        chooser.setTitle(title);
        start(present).ifPresent(chooser::setInitialDirectory);
        return Optional.ofNullable(chooser.showDialog(owner.getScene().getWindow()))
                .map(File::toPath);
    }

    /** The nearest folder that is there: the dialog refuses to open in one that is not. */
    private static Optional<File> start(String present) {
        try {
            for (Path at = Path.of(present.strip()); at != null; at = at.getParent()) {
                if (at.isAbsolute() && Files.isDirectory(at)) return Optional.of(at.toFile());
            }
        } catch (InvalidPathException _) { // what is typed is no path yet
            return Optional.empty();
        }
        return Optional.empty();
    }
}
