package dev.muster.gui.watch;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Whether the window is drawn by the graphics card. Some drivers bring it up white, hang or crash,
 * and nobody can be asked from within. So the window writes down that it tries, and takes that back
 * after its first frames; a window that finds the note of one that is gone draws in software from
 * then on, and says so.
 *
 * <p>The note is {@code drawing PID} or {@code software}, in one file; {@code software PID} names
 * the window that fell back by itself.
 */
public final class Rendering {
    private static final Logger LOG = LoggerFactory.getLogger(Rendering.class);
    private static final String ORDER = "prism.order";
    private static final String TRIES = "drawing ";
    private static final String SOFTWARE = "software";
    private static final long PID = ProcessHandle.current().pid();

    /** Which way to draw, and why. */
    enum Choice {
        CARD,
        SOFTWARE,
        /** Software from now on: the card failed last time. */
        FALL_BACK
    }

    private final Path file;

    /** {@code file} is the note; its folder need not exist. */
    public Rendering(Path file) {
        this.file = file;
    }

    /** Decides. Before JavaFX starts; whoever sets {@code prism.order} by hand is obeyed. */
    public void begin() {
        if (System.getProperty(ORDER) != null) return;
        switch (choose(note())) {
            case CARD -> write(TRIES + PID);
            case SOFTWARE -> System.setProperty(ORDER, "sw");
            case FALL_BACK -> {
                System.setProperty(ORDER, "sw");
                write(SOFTWARE + " " + PID);
            }
        }
    }

    /** By the note of the window before. */
    static Choice choose(String note) {
        if (note.startsWith(SOFTWARE)) return Choice.SOFTWARE;
        if (!note.startsWith(TRIES)) return Choice.CARD;
        return isAlive(note.substring(TRIES.length())) ? Choice.CARD : Choice.FALL_BACK;
    }

    private static boolean isAlive(String pid) {
        try {
            return ProcessHandle.of(Long.parseLong(pid)).isPresent();
        } catch (NumberFormatException _) {
            return true; // no note of ours: nothing is known
        }
    }

    /** The window has shown frames. */
    public void works() {
        if (note().equals(TRIES + PID)) forget();
    }

    /** What changed by itself and the user should know; absent for most. */
    public Optional<String> remark() {
        return note().equals(SOFTWARE + " " + PID)
                ? Optional.of(
                        "The window did not come up with the graphics card last time, so it is"
                                + " drawn without it from now on. The settings turn that back.")
                : Optional.empty();
    }

    /** Whether windows that start later draw in software. */
    public boolean isSoftware() {
        return note().startsWith(SOFTWARE);
    }

    /** For windows that start later. */
    public void wantSoftware(boolean wanted) {
        if (wanted) write(SOFTWARE);
        else forget();
    }

    private String note() {
        try {
            return Files.readString(file).strip();
        } catch (NoSuchFileException _) {
            return "";
        } catch (IOException e) {
            LOG.warn("cannot read how the window was drawn before: {}", e.toString());
            return "";
        }
    }

    private void write(String note) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, note + "\n");
        } catch (IOException e) {
            LOG.warn("cannot remember how the window is drawn: {}", e.toString());
        }
    }

    private void forget() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.warn("cannot remember how the window is drawn: {}", e.toString());
        }
    }
}
