import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Checks (or, with "fix", rewrites) the layout of every Java source below the project that is newer
 * than the last time all was well.
 */
final class JavaFormat {
    public static void main(String[] args) throws IOException, FormatterException {
        boolean fix = args[0].equals("fix");
        var root = Path.of(args[1]);
        var stamp = root.resolve("target/formatter/all-well");
        var started = FileTime.from(Instant.now());
        var formatter =
                new Formatter(
                        JavaFormatterOptions.builder().style(JavaFormatterOptions.Style.AOSP).build());
        var wrong = new ArrayList<Path>();
        for (var file : changedSince(stamp, sources(root))) {
            String before = Files.readString(file);
            String after = formatter.formatSourceAndFixImports(before);
            if (before.equals(after)) continue;
            wrong.add(root.relativize(file));
            if (!fix) continue;
            // a long text may need a second turn to come to rest
            Files.writeString(file, formatter.formatSourceAndFixImports(after));
        }
        if (wrong.isEmpty() || fix) {
            Files.createDirectories(stamp.getParent());
            Files.writeString(stamp, "");
            // what is edited while this runs counts as newer; what it rewrote itself is looked at again
            Files.setLastModifiedTime(stamp, started);
        }
        if (wrong.isEmpty()) return;
        wrong.forEach(file -> System.err.println((fix ? "formatted " : "not formatted: ") + file));
        if (fix) return;
        System.err.println("Run `mvn -N initialize -Dformat.mode=fix` to format these files.");
        System.exit(1);
    }

    private static List<Path> changedSince(Path stamp, List<Path> files) throws IOException {
        if (!Files.exists(stamp)) return files;
        var last = Files.getLastModifiedTime(stamp);
        var changed = new ArrayList<Path>();
        for (var file : files) {
            if (Files.getLastModifiedTime(file).compareTo(last) >= 0) changed.add(file);
        }
        return changed;
    }

    private static List<Path> sources(Path root) throws IOException {
        var found = new ArrayList<Path>();
        for (var module : List.of("store", "agent-core", "gui", "packaging")) {
            var src = root.resolve(module).resolve("src");
            if (!Files.isDirectory(src)) continue;
            try (Stream<Path> files = Files.walk(src)) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(found::add);
            }
        }
        return found;
    }
}
