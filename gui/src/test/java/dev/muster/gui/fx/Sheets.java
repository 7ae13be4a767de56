package dev.muster.gui.fx;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The style sheets of all screens, as far as colours go. */
final class Sheets {
    /** A rule of a sheet. Declarations stand in their order. */
    record Rule(String sheet, String selector, Map<String, String> declared) {
        @Override
        public String toString() {
            return sheet + ": " + selector;
        }
    }

    private static final Pattern RULE = Pattern.compile("([^{}]+)\\{([^{}]*)}");

    private Sheets() {}

    /** Every rule of every sheet. */
    static List<Rule> rules() {
        Path theme = Path.of(URI.create(Stylesheet.beside(Theme.class, "theme.css")));
        Path screens = theme.resolveSibling("..").normalize();
        try (Stream<Path> files = Files.walk(screens)) {
            return files.filter(file -> file.toString().endsWith(".css"))
                    .sorted()
                    .flatMap(file -> rules(screens.relativize(file).toString(), read(file)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Rule> rules(String sheet, String text) {
        var rules = new ArrayList<Rule>();
        var matcher = RULE.matcher(text.replaceAll("(?s)/\\*.*?\\*/", ""));
        while (matcher.find()) {
            var declared = new LinkedHashMap<String, String>();
            for (String line : matcher.group(2).split(";", -1)) {
                int colon = line.indexOf(':');
                if (colon < 0) continue;
                declared.put(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
            }
            String selector = matcher.group(1).strip().replaceAll("\\s+", " ");
            rules.add(new Rule(sheet, selector, declared));
        }
        return rules.stream();
    }
}
