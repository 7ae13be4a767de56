import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Says, at the end of the build, which groups of tests this machine could not run. */
final class LeftOutTests {
    public static void main(String[] args) throws IOException {
        Map<String, TreeSet<String>> testsByGroup = new TreeMap<>();
        for (var module : List.of("store", "agent-core", "gui", "packaging")) {
            var folder = Path.of(args[0], module, "target", "left-out");
            if (!Files.isDirectory(folder)) continue;
            try (var notes = Files.newDirectoryStream(folder)) {
                for (var note : notes) {
                    for (var line : Files.readAllLines(note)) {
                        var column = line.split("\t");
                        testsByGroup
                                .computeIfAbsent(
                                        "%s: needs %s; %s"
                                                .formatted(
                                                        note.getFileName(), column[2], column[3]),
                                        _ -> new TreeSet<>())
                                .add(column[0]);
                    }
                }
            }
        }
        if (testsByGroup.isEmpty()) {
            System.out.println("No group of tests was left out.");
            return;
        }
        System.out.println("#".repeat(100));
        System.out.println("# TESTS LEFT OUT on this machine:");
        testsByGroup.forEach(
                (group, tests) ->
                        System.out.println("#   " + group + "\n#     in " + String.join(", ", tests)));
        System.out.println("#".repeat(100));
        if ("1".equals(System.getenv("MUSTER_REQUIRE_ALL_TESTS"))) {
            System.out.println("MUSTER_REQUIRE_ALL_TESTS=1: leaving tests out is a failure here.");
            System.exit(1);
        }
    }
}
