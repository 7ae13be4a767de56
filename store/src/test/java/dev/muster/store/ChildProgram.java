package dev.muster.store;

import java.nio.file.Path;

/** A test's own program in a Java of its own, with what the test has on its class path. */
final class ChildProgram {
    private ChildProgram() {}

    /** How {@code main} is started; what it says on stderr is shown. */
    static ProcessBuilder of(Class<?> main) {
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        return new ProcessBuilder(
                        java.toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
    }
}
