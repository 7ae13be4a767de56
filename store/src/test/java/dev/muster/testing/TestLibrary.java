package dev.muster.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Shared libraries of the system, as the dynamic linker's cache lists them. */
final class TestLibrary {
    private TestLibrary() {}

    /** The first of the libraries that is not here. */
    static Optional<String> missing(String... names) {
        String cache = linkerCache();
        return Stream.of(names)
                .filter(name -> !cache.contains("\t" + name + " "))
                .findFirst()
                .map(name -> "no " + name);
    }

    private static String linkerCache() {
        // for people other than root its folder is not in PATH
        Path ldconfig = Path.of("/sbin/ldconfig");
        if (!Files.isExecutable(ldconfig)) return "";
        try {
            var process =
                    new ProcessBuilder(List.of(ldconfig.toString(), "-p"))
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + ldconfig, e);
        }
    }
}
