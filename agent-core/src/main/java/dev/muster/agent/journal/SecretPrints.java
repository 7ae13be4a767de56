package dev.muster.agent.journal;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * By what the secrets that a run inherited are known again in its logs, without being kept: of each
 * its length and its digest with a salt of the run's own, in {@code inherited.json} of its folder.
 * A secret is found where a word begins.
 */
public record SecretPrints(String salt, Set<Print> prints) {
    /** Of a run that inherited no secret, or from before these were kept. */
    public static final SecretPrints NONE = new SecretPrints("", Set.of());

    public record Print(int length, String digest) {}

    private static final int SALT_BYTES = 16;
    private static final int LARGEST_FILE = 1 << 20;
    private static final JsonMapper JSON = new JsonMapper();

    public SecretPrints {
        prints = Set.copyOf(prints);
    }

    /** Of the values in an environment whose names say that they are secret. */
    public static SecretPrints of(Map<String, String> environment, RandomGenerator random) {
        Set<String> values = SecretWords.values(environment);
        if (values.isEmpty()) return NONE;
        var bytes = new byte[SALT_BYTES];
        random.nextBytes(bytes);
        String salt = HexFormat.of().formatHex(bytes);
        var prints = new HashSet<Print>();
        for (String value : values) prints.add(new Print(value.length(), digest(salt, value)));
        return new SecretPrints(salt, prints);
    }

    public String text() {
        ObjectNode json = JSON.createObjectNode().put("salt", salt);
        ArrayNode secrets = json.putArray("secrets");
        for (Print print : prints) {
            secrets.addObject().put("length", print.length()).put("sha256", print.digest());
        }
        return json.toString();
    }

    /**
     * Reads the file; {@link #NONE} where there is none.
     *
     * @throws UnreadableRecord when it is something else
     */
    public static SecretPrints read(Path file) throws IOException {
        try (InputStream bytes = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            String text = new String(bytes.readNBytes(LARGEST_FILE), StandardCharsets.UTF_8);
            Fields fields = Fields.parse(text);
            var prints = new HashSet<Print>();
            for (Fields each : fields.objects("secrets")) {
                prints.add(new Print(each.integer("length"), each.text("sha256")));
            }
            return new SecretPrints(fields.text("salt"), prints);
        } catch (NoSuchFileException _) {
            return NONE;
        }
    }

    /**
     * Every secret of these that stands in a text, where a word begins; each costs some reckoning
     * per word, so a caller bounds the text.
     */
    public List<String> foundIn(String text) {
        List<Integer> lengths =
                prints.stream()
                        .map(Print::length)
                        .distinct()
                        .sorted(Comparator.reverseOrder())
                        .toList();
        var found = new ArrayList<String>();
        for (int at = 0; at < text.length(); at++) {
            boolean withinWord =
                    at > 0
                            && Character.isLetterOrDigit(text.charAt(at))
                            && Character.isLetterOrDigit(text.charAt(at - 1));
            if (withinWord) continue;
            for (int length : lengths) {
                if (length < 1 || at + length > text.length()) continue;
                String part = text.substring(at, at + length);
                if (prints.contains(new Print(length, digest(salt, part)))) found.add(part);
            }
        }
        return found;
    }

    private static String digest(String salt, String value) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update(salt.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest(value.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
