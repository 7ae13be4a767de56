package dev.muster.gui.fx;

import javafx.scene.text.Font;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** The typefaces that come with the cockpit. They are used by their family names in CSS. */
public final class Fonts {
    /** Family of everything but output and numbers in columns. */
    public static final String TEXT = "Inter";

    /** Family of output. */
    public static final String MONO = "JetBrains Mono";

    private static final List<String> FILES =
            List.of(
                    "inter/Inter-Regular.otf",
                    "inter/Inter-SemiBold.otf",
                    "jetbrains_mono/JetBrainsMono-Regular.ttf",
                    "jetbrains_mono/JetBrainsMono-Bold.ttf");
    private static final double ANY_SIZE = 13;

    private Fonts() {}

    /** Makes the families known to JavaFX. FX thread; calling again is harmless. */
    public static void load() {
        for (String file : FILES) {
            String resource = "/com/formdev/flatlaf/fonts/" + file;
            try (InputStream bytes = Fonts.class.getResourceAsStream(resource)) {
                if (bytes == null || Font.loadFont(bytes, ANY_SIZE) == null) {
                    throw new IllegalStateException(
                            "font " + resource + ": not in the class path (expected: flatlaf's)");
                }
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read the font " + resource, e);
            }
        }
    }
}
