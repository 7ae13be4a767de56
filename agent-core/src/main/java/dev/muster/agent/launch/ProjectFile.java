package dev.muster.agent.launch;

import dev.muster.agent.journal.Fields;
import dev.muster.agent.journal.JsonText;
import dev.muster.agent.journal.SecretWords;
import dev.muster.agent.journal.UnreadableRecord;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/**
 * The file beside a script that says how it is run, to be kept with the project: {@code
 * muster.json}. Names are those of the flags, and paths start from the file's folder, where the
 * script runs unless the file says otherwise. Any thread that may look at files.
 */
public final class ProjectFile {
    public static final String NAME = "muster.json";

    private static final int LARGEST = 1 << 20;

    /** The paths that are written as seen from the folder. */
    private static final List<LaunchField> PATHS =
            List.of(LaunchField.SCRIPT, LaunchField.PYTHON, LaunchField.LOG_DIR);

    /** What there is in a folder. */
    public sealed interface Found {
        record Nothing() implements Found {}

        /**
         * @param draft complete but for what the file does not say, which may be the script too
         */
        record Says(Path file, LaunchDraft draft) implements Found {}

        /**
         * @param sentence what is wrong with it, beginning with a small letter
         */
        record Unusable(Path file, String sentence) implements Found {}
    }

    /**
     * What has been written.
     *
     * @param before what was there; empty where there was no file
     * @param leftOut variables whose names say that they are secret, for others will read the file
     */
    public record Written(Path file, Optional<String> before, List<String> leftOut) {
        public Written {
            leftOut = List.copyOf(leftOut);
        }

        /**
         * Makes it as it was.
         *
         * @throws IOException when the file cannot be written or deleted
         */
        public void undo() throws IOException {
            if (before.isPresent()) {
                Files.writeString(file, before.get());
            } else {
                Files.deleteIfExists(file);
            }
        }
    }

    private ProjectFile() {}

    /** Looks into that folder and no other. */
    public static Found in(Path folder) {
        Path file = folder.resolve(NAME);
        try {
            if (!Files.exists(file)) return new Found.Nothing();
            if (!Files.isRegularFile(file)) return new Found.Unusable(file, "it is no file");
            LaunchDraft draft = DraftJson.read(Fields.parse(text(file)));
            boolean placed = !draft.text(LaunchField.WORKING_DIRECTORY).isEmpty();
            String where = placed ? draft.text(LaunchField.WORKING_DIRECTORY) : "";
            return new Found.Says(
                    file,
                    draft.with(
                            LaunchField.WORKING_DIRECTORY, folder.resolve(where).normalize() + ""));
        } catch (UnreadableRecord | InvalidPathException e) {
            return new Found.Unusable(file, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return new Found.Unusable(file, "it cannot be read: " + e.getMessage());
        }
    }

    private static String text(Path file) throws IOException {
        try (var bytes = Files.newInputStream(file)) {
            byte[] text = bytes.readNBytes(LARGEST + 1);
            if (text.length > LARGEST) {
                throw new UnreadableRecord("it is larger than %d bytes".formatted(LARGEST));
            }
            return new String(text, StandardCharsets.UTF_8);
        }
    }

    /**
     * Writes the file, in the place of one that is there.
     *
     * @throws IOException when it cannot be written
     */
    public static Written write(Path folder, LaunchDraft draft) throws IOException {
        Path file = folder.resolve(NAME);
        Optional<String> before = Optional.empty();
        try {
            before = Optional.of(Files.readString(file));
        } catch (NoSuchFileException _) { // then there is nothing to go back to
        }
        var leftOut = new ArrayList<String>();
        var open = new HashMap<>(draft.environment());
        draft.environment().keySet().stream()
                .filter(SecretWords::isSecret)
                .sorted()
                .forEach(leftOut::add);
        leftOut.forEach(open::remove);
        LaunchDraft portable = seenFrom(folder, draft.withEnvironment(open));
        Files.writeString(file, JsonText.indented(json -> DraftJson.write(json, portable)));
        return new Written(file, before, leftOut);
    }

    private static LaunchDraft seenFrom(Path folder, LaunchDraft draft) {
        String where = draft.text(LaunchField.WORKING_DIRECTORY);
        if (!where.isEmpty() && !Path.of(where).equals(folder)) return draft;
        LaunchDraft seen = draft.with(LaunchField.WORKING_DIRECTORY, "");
        for (LaunchField field : PATHS) seen = seen.with(field, inside(folder, draft.text(field)));
        return seen;
    }

    private static String inside(Path folder, String text) {
        boolean inside = text.startsWith("/") && Path.of(text).startsWith(folder);
        return inside ? folder.relativize(Path.of(text)).toString() : text;
    }
}
