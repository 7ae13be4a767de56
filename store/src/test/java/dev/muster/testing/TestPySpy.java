package dev.muster.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The py-spy beside the test Python, else in PATH. */
public final class TestPySpy {
    private static final Path PTRACE_SCOPE = Path.of("/proc/sys/kernel/yama/ptrace_scope");

    private TestPySpy() {}

    /** Where it is. Only for tests that {@link Needs} its group. */
    public static Path path() {
        return find().orElseThrow();
    }

    static Optional<String> missing() {
        if (find().isEmpty()) return Optional.of("no py-spy");
        boolean isRoot = "root".equals(System.getProperty("user.name"));
        return isRoot || scope().equals("0")
                ? Optional.empty()
                : Optional.of("kernel.yama.ptrace_scope lets only parents look");
    }

    private static Optional<Path> find() {
        Optional<Path> beside =
                TestPython.missing().isPresent()
                        ? Optional.empty()
                        : Optional.of(TestPython.path().resolveSibling("py-spy"));
        return beside.filter(Files::isExecutable).or(() -> TestProgram.find("py-spy"));
    }

    private static String scope() {
        try {
            return Files.readString(PTRACE_SCOPE).strip();
        } catch (IOException _) {
            return "0"; // a kernel without Yama
        }
    }
}
