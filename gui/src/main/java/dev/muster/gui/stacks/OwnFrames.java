package dev.muster.gui.stacks;

import dev.muster.agent.stacks.Frame;

import java.util.List;
import java.util.regex.Pattern;

/** Which calls are the user's own, as far as the place of the file tells. */
final class OwnFrames {
    private static final List<String> LIBRARIES =
            List.of("/site-packages/", "/dist-packages/", "/usr/lib/python", "<frozen ");

    /** The interpreter's own library, wherever it is installed. */
    private static final Pattern STANDARD = Pattern.compile(".*/lib/python3(\\.\\d+)?/.*");

    private static final Pattern PYTORCH = Pattern.compile("torch/.*");

    private OwnFrames() {}

    static boolean isOwn(Frame frame) {
        String file = frame.file();
        if (file.isEmpty() || !file.endsWith(".py")) return false; // native code, or made up
        return LIBRARIES.stream().noneMatch(file::contains)
                && !STANDARD.matcher(file).matches()
                && !PYTORCH.matcher(file).matches();
    }
}
