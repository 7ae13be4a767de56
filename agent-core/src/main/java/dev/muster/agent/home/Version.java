package dev.muster.agent.home;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The version this was built as. */
public final class Version {
    private Version() {}

    public static String read() {
        try (var resource = Version.class.getResourceAsStream("version.txt")) {
            if (resource == null)
                throw new IllegalStateException("version.txt is not in the build");
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("version.txt cannot be read", e);
        }
    }
}
