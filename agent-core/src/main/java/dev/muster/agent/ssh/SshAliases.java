package dev.muster.agent.ssh;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names that a user has given to machines in ssh's configuration, in the order in which they
 * stand there. Patterns are no names, and what only {@code Match} knows has none. Reads files;
 * blocks. What cannot be read is left out: ssh itself complains about it better.
 */
public final class SshAliases {
    /** As ssh has it. */
    private static final int DEEPEST_INCLUDE = 16;

    private static final int MOST_FILES = 256;
    private static final long LARGEST_FILE = 4 << 20;
    private static final Pattern LINE = Pattern.compile("\\s*([A-Za-z]+)(?:\\s*=\\s*|\\s+)(.*)");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|([^\\s\"]+)");

    private final Path home;
    private final Set<String> names = new LinkedHashSet<>();
    private int files;

    private SshAliases(Path home) {
        this.home = home;
    }

    /** Of the user with that home folder. */
    public static List<String> of(Path home) {
        return of(home, home.resolve(".ssh/config"));
    }

    /** Of that file, and of those that it includes. */
    public static List<String> of(Path home, Path config) {
        var aliases = new SshAliases(home);
        aliases.read(config, 0);
        return List.copyOf(aliases.names);
    }

    private void read(Path file, int depth) {
        if (depth > DEEPEST_INCLUDE || ++files > MOST_FILES) return;
        lines(file)
                .ifPresent(
                        lines -> {
                            for (String line : lines) read(line, depth);
                        });
    }

    private static Optional<List<String>> lines(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > LARGEST_FILE) {
                return Optional.empty();
            }
            return Optional.of(
                    Files.readString(file, StandardCharsets.ISO_8859_1).lines().toList());
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private void read(String line, int depth) {
        Matcher setting = LINE.matcher(line);
        if (!setting.matches()) return;
        List<String> words = words(setting.group(2));
        switch (setting.group(1).toLowerCase(Locale.ROOT)) {
            case "host" -> words.stream().filter(SshName::isName).forEach(names::add);
            case "include" -> words.forEach(word -> include(word, depth));
            default -> {
                // how to get there is ssh's business
            }
        }
    }

    private static List<String> words(String text) {
        var words = new ArrayList<String>();
        Matcher word = WORD.matcher(text);
        while (word.find()) {
            String quoted = word.group(1);
            String plain = quoted == null ? word.group(2) : quoted;
            if (quoted == null && plain.startsWith("#")) break;
            words.add(plain);
        }
        return words;
    }

    /** Relative to {@code ~/.ssh}; its last part may be a pattern. */
    private void include(String word, int depth) {
        String path = word.startsWith("~/") ? home + word.substring(1) : word;
        Path wanted = home.resolve(".ssh").resolve(path);
        Path folder = wanted.getParent();
        if (folder == null) return;
        try (DirectoryStream<Path> found =
                Files.newDirectoryStream(folder, String.valueOf(wanted.getFileName()))) {
            var sorted = new ArrayList<Path>();
            found.forEach(sorted::add);
            sorted.stream().sorted().forEach(file -> read(file, depth + 1));
        } catch (IOException | DirectoryIteratorException _) {
            // nothing is there
        }
    }
}
