package dev.muster.gui;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;
import java.util.function.Consumer;

/** A small file that is read whole, and replaced at once. Any thread. */
final class PropertiesFile {
    private final Path file;
    private final String title;

    /** {@code title} is its first line; its folder need not exist. */
    PropertiesFile(Path file, String title) {
        this.file = file;
        this.title = title;
    }

    Path path() {
        return file;
    }

    /**
     * What stands in it; nothing while there is no file.
     *
     * @throws IOException when there is a file that cannot be read
     */
    Properties read() throws IOException {
        var properties = new Properties();
        try (var reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (NoSuchFileException _) {
            return properties; // nothing has been chosen yet
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw new IOException("not a properties file: " + file, e);
        }
        return properties;
    }

    /**
     * Changes some of what stands in it; the rest stays. A file that says nothing in a language we
     * know is set aside, and not lost.
     *
     * @throws IOException when the file cannot be replaced
     */
    synchronized void change(Consumer<Properties> change) throws IOException {
        var all = readOrSetAside();
        change.accept(all);
        Files.createDirectories(file.toAbsolutePath().getParent());
        Path fresh = Files.createTempFile(file.toAbsolutePath().getParent(), "cockpit", ".tmp");
        try (var writer = Files.newBufferedWriter(fresh)) {
            all.store(writer, title);
        }
        Files.move(
                fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private Properties readOrSetAside() throws IOException {
        try {
            return read();
        } catch (IOException e) {
            if (!Files.isReadable(file)) throw e;
            Files.move(
                    file,
                    file.resolveSibling(file.getFileName() + ".unreadable"),
                    StandardCopyOption.REPLACE_EXISTING);
            return new Properties();
        }
    }
}
