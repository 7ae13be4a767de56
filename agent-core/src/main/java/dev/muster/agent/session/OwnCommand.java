package dev.muster.agent.session;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How this very Muster is called once more. */
final class OwnCommand {
    /** The launcher says here where it is, whether in a checkout or installed. */
    private static final String LAUNCHER = "muster.launcher";

    private static final String MAIN = "dev.muster.agent.cli.MusterMain";

    private OwnCommand() {}

    /** The words that call it with these arguments: by its launcher, or by this Java itself. */
    static List<String> words(String... arguments) {
        var words =
                new ArrayList<>(
                        Optional.ofNullable(System.getProperty(LAUNCHER))
                                .map(List::of)
                                .orElseGet(OwnCommand::java));
        words.addAll(List.of(arguments));
        return words;
    }

    private static List<String> java() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                MAIN);
    }
}
