package dev.muster.agent.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The flags a script asks to be opened with: a comment {@code # muster: --nproc-per-node 4} among
 * its first lines. {@code muster open} starts the script with them; {@code muster run} does exactly
 * what torchrun would, and never reads them.
 */
public final class ScriptDefaults {
    private static final int LINES = 20;
    private static final int BYTES = 8192; // of a file that may be a model, or one endless line
    private static final Pattern MARK = Pattern.compile("#\\s*muster:(.*)");
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private ScriptDefaults() {}

    /** The flags, word by word; none where the file has none or cannot be read. */
    public static List<String> of(Path script) {
        if (!Files.isRegularFile(script)) return List.of();
        try (var file = Files.newInputStream(script)) {
            String start = new String(file.readNBytes(BYTES), StandardCharsets.UTF_8);
            return start.lines().limit(LINES).flatMap(line -> flags(line).stream()).toList();
        } catch (IOException _) {
            return List.of(); // the checks before the launch say what is wrong with the script
        }
    }

    /**
     * The words of {@code muster run} that do what these words of {@code muster open} ask for:
     * {@code SCRIPT [flags] [--] [arguments]} or, as with torchrun, {@code [flags] SCRIPT
     * [arguments]}. The script's own flags come first, and a flag given later wins.
     */
    public static List<String> runWords(List<String> openWords) {
        boolean scriptFirst = !openWords.isEmpty() && !openWords.getFirst().startsWith("-");
        List<String> given = scriptFirst ? inTorchrunsOrder(openWords) : openWords;
        var draft = RunFlags.read(given, Map.of()).draft();
        if (draft.kind() != LaunchDraft.Kind.SCRIPT) return given;
        var words = new ArrayList<>(flagsOf(draft.text(LaunchField.SCRIPT)));
        words.addAll(given);
        return List.copyOf(words);
    }

    private static List<String> flags(String line) {
        var mark = MARK.matcher(line);
        String flags = mark.matches() ? mark.group(1).strip() : "";
        return flags.isEmpty() ? List.of() : List.of(BLANKS.split(flags));
    }

    private static List<String> flagsOf(String script) {
        try {
            return of(Path.of(script));
        } catch (InvalidPathException _) {
            return List.of(); // as above
        }
    }

    /** Flags, script, arguments; the arguments begin behind {@code --} or at the first non-flag. */
    private static List<String> inTorchrunsOrder(List<String> openWords) {
        List<String> behind = openWords.subList(1, openWords.size());
        int dashes = behind.indexOf("--");
        int flags = dashes >= 0 ? dashes : behind.size() - argumentCount(behind);
        var words = new ArrayList<>(behind.subList(0, flags));
        words.add(openWords.getFirst());
        words.addAll(behind.subList(dashes >= 0 ? flags + 1 : flags, behind.size()));
        return words;
    }

    private static int argumentCount(List<String> behind) {
        var draft = RunFlags.read(behind, Map.of()).draft();
        boolean any = !draft.text(LaunchField.SCRIPT).isEmpty();
        return any ? 1 + draft.arguments().size() : 0;
    }
}
