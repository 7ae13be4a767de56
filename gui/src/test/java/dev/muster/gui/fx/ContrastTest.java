package dev.muster.gui.fx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.gui.fx.Colours.Paint;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What can be read and seen, computed from the style sheets themselves: WCAG 2.2 asks for 4.5:1 for
 * text and 3:1 for shapes. A text stands on the background that its rule names, or on any surface
 * of the theme when it names none.
 */
class ContrastTest {
    private static final double TEXT = 4.5;
    private static final double SHAPE = 3;
    private static final List<String> SURFACES = List.of("-m-bg", "-m-panel", "-m-raised");
    private static final Set<String> TEXTS =
            Set.of(
                    "-fx-text-fill",
                    "-fx-prompt-text-fill",
                    "-fx-fill",
                    "-color-button-fg",
                    "-color-button-fg-hover",
                    "-color-button-fg-focused",
                    "-color-button-fg-pressed",
                    "-sentence-colour",
                    "-palette-foreground",
                    "-palette-muted",
                    "-log-text",
                    "-log-rank");
    private static final Set<String> SHAPES = Set.of("-fx-icon-color", "-log-gutter");

    private final List<Sheets.Rule> rules = Sheets.rules();

    @ParameterizedTest
    @EnumSource(Theme.class)
    void every_text_can_be_read_on_what_it_stands_on(Theme theme) {
        assertThat(below(theme, TEXT, rule -> select(rule, TEXTS))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Theme.class)
    void every_mark_and_icon_can_be_seen_on_what_it_stands_on(Theme theme) {
        assertThat(below(theme, SHAPE, ContrastTest::shapes)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Theme.class)
    void letters_of_a_log_can_be_read_in_every_colour_it_may_ask_for(Theme theme) {
        assertThat(
                        below(
                                theme,
                                TEXT,
                                rule ->
                                        rule.selector().equals(".log-canvas")
                                                ? rule.declared().entrySet().stream()
                                                        .filter(ContrastTest::isLogColour)
                                                : Stream.empty()))
                .isEmpty();
    }

    private static boolean isLogColour(Map.Entry<String, String> declared) {
        return declared.getKey()
                .matches(
                        "-log-(black|red|green|yellow|blue|magenta|cyan|white|error|warning|control)");
    }

    private static Stream<Map.Entry<String, String>> shapes(Sheets.Rule rule) {
        boolean isMark =
                rule.selector().contains(".glyph.mark-")
                        || rule.selector().matches("\\.rank-tile\\.mark-(silent|failed|expected)");
        return rule.declared().entrySet().stream()
                .filter(
                        declared ->
                                SHAPES.contains(declared.getKey())
                                        || declared.getKey().startsWith("-palette-mark")
                                        || isMark && declared.getKey().equals("-fx-border-color")
                                        || rule.selector().contains(".glyph.mark-")
                                                && declared.getKey()
                                                        .equals("-fx-background-color"));
    }

    private static Stream<Map.Entry<String, String>> select(Sheets.Rule rule, Set<String> names) {
        return rule.declared().entrySet().stream()
                .filter(declared -> names.contains(declared.getKey()));
    }

    private interface Picked {
        Stream<Map.Entry<String, String>> of(Sheets.Rule rule);
    }

    private List<String> below(Theme theme, double least, Picked picked) {
        var colours = new Colours(rules, theme);
        var found = new ArrayList<String>();
        for (var rule : rules) {
            for (var declared : picked.of(rule).toList()) {
                var paint = colours.find(declared.getValue());
                if (paint.isEmpty()) continue;
                for (var ground : grounds(rule, declared.getKey(), colours)) {
                    double contrast = paint.get().contrast(ground);
                    if (contrast < least) {
                        found.add(
                                "%s { %s: %s } has %.2f:1"
                                        .formatted(
                                                rule,
                                                declared.getKey(),
                                                declared.getValue(),
                                                contrast));
                    }
                }
            }
        }
        return found.stream().distinct().toList();
    }

    /** What may lie below; the layers of a background are painted from first to last. */
    private static List<Paint> grounds(Sheets.Rule rule, String property, Colours colours) {
        var surfaces = SURFACES.stream().map(colours::find).flatMap(Optional::stream).toList();
        String own =
                property.startsWith("-color-button-fg")
                        ? rule.declared()
                                .getOrDefault(
                                        property.replace("-fg", "-bg"),
                                        rule.declared().getOrDefault("-color-button-bg", ""))
                        : property.equals("-fx-background-color")
                                ? ""
                                : rule.declared().getOrDefault("-fx-background-color", "");
        var layers =
                Stream.of(own.split(",", -1))
                        .map(layer -> colours.find(layer.strip()))
                        .flatMap(Optional::stream)
                        .toList();
        return surfaces.stream().map(surface -> painted(surface, layers)).distinct().toList();
    }

    private static Paint painted(Paint surface, List<Paint> layers) {
        Paint ground = surface;
        for (Paint layer : layers) ground = layer.over(ground);
        return ground;
    }
}
