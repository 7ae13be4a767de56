package dev.muster.gui.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.LineLevel;

import javafx.scene.paint.Color;

import org.junit.jupiter.api.Test;

import java.util.Map;

class LogPaletteTest {
    private static final LogPalette LIGHT =
            new LogPalette(
                    Map.of(
                            LogColor.BACKGROUND, Color.WHITE,
                            LogColor.TEXT, Color.BLACK,
                            LogColor.ERROR, Color.DARKRED,
                            LogColor.RED, Color.RED));

    @Test
    void plain_text_has_the_colour_of_its_line_and_coloured_text_its_own() {
        var red = TextStyle.PLAIN.withText(new Ink.Named(1));

        assertThat(LIGHT.text(TextStyle.PLAIN, LineLevel.PLAIN)).isEqualTo(Color.BLACK);
        assertThat(LIGHT.text(TextStyle.PLAIN, LineLevel.ERROR)).isEqualTo(Color.DARKRED);
        assertThat(LIGHT.text(red, LineLevel.ERROR)).isEqualTo(Color.RED);
    }

    @Test
    void an_exact_colour_that_can_be_read_is_kept() {
        var blue = TextStyle.PLAIN.withText(new Ink.Exact(0, 0, 160));

        assertThat(LIGHT.text(blue, LineLevel.PLAIN)).isEqualTo(Color.rgb(0, 0, 160));
    }

    @Test
    void an_exact_colour_that_could_not_be_read_is_made_darker_on_light() {
        var paleYellow = TextStyle.PLAIN.withText(new Ink.Exact(255, 255, 200));

        Color shown = LIGHT.text(paleYellow, LineLevel.PLAIN);

        assertThat(shown.getBrightness()).isBetween(0.1, 0.7);
    }

    @Test
    void inverse_text_changes_places_with_its_ground() {
        var inverse = TextStyle.PLAIN.withInverse(true);

        assertThat(LIGHT.text(inverse, LineLevel.PLAIN)).isEqualTo(Color.WHITE);
        assertThat(LIGHT.ground(inverse, LineLevel.PLAIN)).isEqualTo(Color.BLACK);
        assertThat(LIGHT.ground(TextStyle.PLAIN, LineLevel.PLAIN)).isEqualTo(Color.TRANSPARENT);
    }
}
