package dev.muster.agent.launch;

import dev.muster.agent.journal.Fields;
import dev.muster.agent.journal.JsonText;
import dev.muster.agent.journal.UnreadableRecord;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Launches under names, in a file that this user alone may read, since an environment may hold
 * secrets. Any thread that may look at files.
 */
public final class LaunchPresets {
    private static final String FILE = "presets.json";

    private final Path folder;

    /** {@code folder} is Muster's configuration folder; it need not exist. */
    public LaunchPresets(Path folder) {
        this.folder = folder;
    }

    /**
     * By name, in its order.
     *
     * @throws IOException when there is a file that cannot be read, or that holds something else
     */
    public synchronized Map<String, LaunchDraft> read() throws IOException {
        var presets = new TreeMap<String, LaunchDraft>();
        try {
            Fields all = Fields.parse(Files.readString(folder.resolve(FILE)));
            for (String name : all.node().propertyNames()) {
                presets.put(name, DraftJson.read(all.object(name)));
            }
        } catch (NoSuchFileException _) {
            return presets; // none was kept yet
        } catch (UnreadableRecord e) {
            throw new IOException("%s: %s".formatted(folder.resolve(FILE), e.getMessage()), e);
        }
        return presets;
    }

    /**
     * Changes what is kept, as it is on disk now, and answers what is kept then.
     *
     * @throws IOException when the file cannot be read or written; nothing has changed then
     */
    public synchronized Map<String, LaunchDraft> change(
            UnaryOperator<Map<String, LaunchDraft>> change) throws IOException {
        Map<String, LaunchDraft> presets = change.apply(read());
        Files.createDirectories(folder);
        Path fresh = Files.createTempFile(folder, "presets", ".tmp"); // only its owner may read it
        Files.writeString(
                fresh,
                JsonText.indented(
                        json ->
                                new TreeMap<>(presets)
                                        .forEach(
                                                (name, draft) -> {
                                                    json.writeObjectPropertyStart(name);
                                                    DraftJson.write(json, draft);
                                                    json.writeEndObject();
                                                })));
        Files.move(
                fresh,
                folder.resolve(FILE),
                StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.ATOMIC_MOVE);
        return presets;
    }
}
