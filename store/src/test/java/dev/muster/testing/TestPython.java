package dev.muster.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Python that tests run their scripts with: {@code MUSTER_TEST_PYTHON}, else {@code python3}.
 */
public final class TestPython {
    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+).*", Pattern.DOTALL);
    private static final Optional<Path> PYTHON = look();
    private static final String TORCH = PYTHON.map(TestPython::torchVersion).orElse("");
    private static final Path OLD_PYTHON =
            Path.of(
                    Optional.ofNullable(System.getenv("MUSTER_TEST_OLD_PYTHON"))
                            .orElse("/usr/bin/python3"));

    private TestPython() {}

    /** The interpreter. Only for tests that {@link Needs} a group which has one. */
    public static Path path() {
        return PYTHON.orElseThrow();
    }

    /** One with a torch of 1.x. Only for tests that {@link Needs} it. */
    public static Path ofOldTorch() {
        return OLD_PYTHON;
    }

    static Optional<String> missingOldTorch() {
        if (!Files.isExecutable(OLD_PYTHON)) return Optional.of("no " + OLD_PYTHON);
        String version = torchVersion(OLD_PYTHON).strip();
        return version.startsWith("1.")
                ? Optional.empty()
                : Optional.of("%s has torch '%s'".formatted(OLD_PYTHON, version));
    }

    static Optional<String> missing() {
        return PYTHON.isPresent() ? Optional.empty() : Optional.of("no python3 in PATH");
    }

    static Optional<String> missingTorch() {
        if (PYTHON.isEmpty()) return missing();
        Matcher version = VERSION.matcher(TORCH);
        if (!version.matches()) return Optional.of(PYTHON.get() + " has no torch");
        int major = Integer.parseInt(version.group(1));
        int minor = Integer.parseInt(version.group(2));
        boolean speaksTodaysDialect = major > 2 || (major == 2 && minor >= 2);
        return speaksTodaysDialect
                ? Optional.empty()
                : Optional.of("%s has torch %s".formatted(PYTHON.get(), TORCH.strip()));
    }

    private static Optional<Path> look() {
        var named = Optional.ofNullable(System.getenv("MUSTER_TEST_PYTHON")).map(Path::of);
        return named.isPresent() ? named : TestProgram.find("python3");
    }

    /** Reads the installed version without importing torch, which takes seconds. */
    private static String torchVersion(Path python) {
        String ask = "import importlib.metadata as m; print(m.version('torch'))";
        try {
            var process =
                    new ProcessBuilder(List.of(python.toString(), "-c", ask))
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start the test Python " + python, e);
        }
    }
}
