import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Collects under which licences the libraries stand that we pass on: a list, and the texts that the
 * jars hold. Fails where a library names none, or one that nobody has agreed to.
 *
 * <p>Arguments: the bill of materials (CycloneDX, JSON), the folder to write to, folders with jars.
 */
final class Licences {
    private static final Pattern TEXT =
            Pattern.compile("META-INF/(?:.*/)?(?:LICENSE|LICENCE|NOTICE|COPYING)[^/]*", Pattern.CASE_INSENSITIVE);

    /** By their SPDX names; the two for JavaFX and SQLite's driver cover what is not code of ours. */
    private static final List<String> AGREED =
            List.of(
                    "Apache-2.0",
                    "MIT",
                    "BSD-2-Clause",
                    "BSD-3-Clause",
                    "OFL-1.1",
                    "GPL-2.0-with-classpath-exception",
                    "GPL-2.0-only WITH Classpath-exception-2.0");

    private Licences() {}

    public static void main(String[] args) throws IOException {
        Path folder = Files.createDirectories(Path.of(args[1]));
        var lines = new TreeMap<String, String>();
        var refused = new ArrayList<String>();
        for (JsonNode library : JsonMapper.shared().readTree(Path.of(args[0])).path("components")) {
            String name = library.path("name").asString() + " " + library.path("version").asString();
            if (library.path("group").asString("").equals("dev.muster")) continue;
            List<String> licences = licences(library);
            if (licences.stream().noneMatch(AGREED::contains)) refused.add(name + ": " + licences);
            lines.put(name, "%-45s %s".formatted(name, String.join(", ", licences)));
        }
        if (!refused.isEmpty()) {
            System.err.println("licences that nobody has agreed to: " + refused);
            System.exit(1);
        }
        Files.write(folder.resolve("THIRD-PARTY.txt"), lines.values());
        for (String jars : List.of(args).subList(2, args.length)) takeTexts(Path.of(jars), folder);
    }

    private static List<String> licences(JsonNode library) {
        var names = new ArrayList<String>();
        for (JsonNode choice : library.path("licenses")) {
            JsonNode licence = choice.path("license");
            Stream.of(choice.path("expression"), licence.path("id"), licence.path("name"))
                    .filter(JsonNode::isString)
                    .findFirst()
                    .ifPresent(name -> names.add(name.asString()));
        }
        return names;
    }

    private static void takeTexts(Path jars, Path folder) throws IOException {
        try (var files = Files.newDirectoryStream(jars, "*.jar")) {
            for (Path jar : files) takeText(jar, folder);
        }
    }

    private static void takeText(Path jar, Path folder) throws IOException {
        String name = jar.getFileName().toString().replaceFirst("\\.jar$", "");
        try (var open = new JarFile(jar.toFile())) {
            for (JarEntry entry : open.stream().filter(one -> !one.isDirectory()).toList()) {
                if (!TEXT.matcher(entry.getName()).matches()) continue;
                Path text = folder.resolve(name, flat(entry.getName()));
                Files.createDirectories(text.getParent());
                Files.write(text, open.getInputStream(entry).readAllBytes());
            }
        }
    }

    /** Two in folders of their own would else be one. */
    private static String flat(String entry) {
        var name = new StringJoiner("-");
        for (String part : entry.substring("META-INF/".length()).split("/")) name.add(part);
        return name.toString();
    }
}
