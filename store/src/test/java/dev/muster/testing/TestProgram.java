package dev.muster.testing;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Programs in PATH. */
public final class TestProgram {
    private TestProgram() {}

    /** The first executable of that name in PATH. */
    public static Optional<Path> find(String name) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin");
        return Stream.of(path.split(Pattern.quote(File.pathSeparator)))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static Optional<String> missing(String name) {
        return find(name).isPresent() ? Optional.empty() : Optional.of("no " + name + " in PATH");
    }

    /** It lies where only root has its PATH. */
    static Optional<String> missingSshd() {
        return Files.isExecutable(Path.of("/usr/sbin/sshd"))
                ? Optional.empty()
                : Optional.of("no /usr/sbin/sshd");
    }

    /** Why that command cannot be run to a good end; empty when it can. */
    static Optional<String> failing(String... command) {
        String words = String.join(" ", command);
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            return process.waitFor() == 0 ? Optional.empty() : Optional.of(words + " fails");
        } catch (IOException e) {
            return Optional.of(words + ": " + e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.of(words + " was interrupted");
        }
    }
}
