package dev.muster.gui.fx;

import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.css.StyleableProperty;
import javafx.css.StyleablePropertyFactory;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The theme's colours for what is painted and not styled. Put it, invisible, where the painting is:
 * it takes its colours from the same looked-up names as everything else and says when they change.
 */
public final class Palette extends Region {
    /** A colour that belongs to no state. */
    public enum Name {
        BACKGROUND,
        FOREGROUND,
        MUTED,
        ACCENT
    }

    private static final StyleablePropertyFactory<Palette> FACTORY =
            new StyleablePropertyFactory<>(Region.getClassCssMetaData());

    private final Map<Name, StyleableProperty<Color>> named = new EnumMap<>(Name.class);
    private final Map<Mark, StyleableProperty<Color>> marks = new EnumMap<>(Mark.class);

    public Palette(Runnable onChange) {
        getStyleClass().add("palette");
        setManaged(false);
        setVisible(true);
        for (var name : Name.values()) {
            named.put(
                    name,
                    property(
                            "-palette-" + name.name().toLowerCase(java.util.Locale.ROOT),
                            onChange));
        }
        for (var mark : Mark.values()) {
            marks.put(mark, property("-palette-" + mark.styleClass(), onChange));
        }
    }

    private StyleableProperty<Color> property(String css, Runnable onChange) {
        var property =
                FACTORY.createStyleableColorProperty(
                        this, css, css, palette -> palette.find(css), Color.GRAY);
        ((javafx.beans.value.ObservableValue<?>) property).addListener((_, _, _) -> onChange.run());
        return property;
    }

    private StyleableProperty<Color> find(String css) {
        for (var property : named.values()) if (isNamed(property, css)) return property;
        for (var property : marks.values()) if (isNamed(property, css)) return property;
        throw new IllegalArgumentException("no colour " + css);
    }

    private static boolean isNamed(StyleableProperty<Color> property, String css) {
        return property.getCssMetaData().getProperty().equals(css);
    }

    public Color colour(Name name) {
        return value(named.get(name));
    }

    /** The colour of a state. */
    public Color colour(Mark mark) {
        return value(marks.get(mark));
    }

    private static Color value(
            @org.jspecify.annotations.Nullable StyleableProperty<Color> property) {
        return property == null ? Color.GRAY : property.getValue();
    }

    @Override
    public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
        return FACTORY.getCssMetaData();
    }
}
