package dev.muster.store;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A test's own program in a Java of its own, with what the test has on its class path. */
public final class ChildProgram {
    private ChildProgram() {}

    /** How {@code main} is started with {@code words}; what it says on stderr is shown. */
    public static ProcessBuilder of(Class<?> main, String... words) {
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        var command =
                new ArrayList<>(
                        List.of(
                                java.toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                main.getName()));
        command.addAll(List.of(words));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    }
}
