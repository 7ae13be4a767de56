package dev.muster.gui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.testing.BesideOthers;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.XDisplay;

import org.junit.jupiter.api.Test;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import javax.imageio.ImageIO;

/**
 * Takes a picture of every screen on a real X display, dark and light and in two sizes, and of some
 * in every theme, into {@code target/screenshots}. Looking at them is for people; the test sees to
 * it that they are there and show something.
 */
@BesideOthers
@Needs(TestGroup.DISPLAY)
class GalleryTest {
    private static final Path PICTURES = Path.of("target", "screenshots");
    private static final int EXTRA_SCREENS =
            37 + GalleryLaunch.scenes(PICTURES).size() + GalleryDeeds.screens().size();

    @Test
    void every_screen_shows_something_at_1280_by_720() throws IOException, InterruptedException {
        assertEveryScreenShowsSomething(1280, 720);
    }

    @Test
    void every_screen_shows_something_at_1920_by_1080() throws IOException, InterruptedException {
        assertEveryScreenShowsSomething(1920, 1080);
    }

    private void assertEveryScreenShowsSomething(int width, int height)
            throws IOException, InterruptedException {
        String size = width + "x" + height;
        var folder = PICTURES.resolve(size);
        Files.createDirectories(folder);
        int everywhere = GalleryTour.SHOWN_IN_ALL.size();
        int screens =
                2 * (Gallery.scenes().size() + Gallery.pages().size() + EXTRA_SCREENS + everywhere);

        int exit = tour(folder, width, height);

        assertThat(exit).as("see %s/tour.log", folder).isZero();
        try (Stream<Path> files = Files.list(folder)) {
            var pictures = files.filter(file -> file.toString().endsWith(".png")).toList();
            assertThat(pictures).hasSize(screens).allSatisfy(GalleryTest::assertShowsSomething);
        }
        assertThat(folder.resolve("tour.log")).content().doesNotContain("WARNING: CSS");
    }

    private static int tour(Path folder, int width, int height)
            throws IOException, InterruptedException {
        try (var display = XDisplay.start(width + "x" + height)) {
            var builder =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "--enable-native-access=ALL-UNNAMED",
                                    "-Dprism.order=sw",
                                    "-Djavafx.animation.pulse=240", // nobody waits for the eye
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    GalleryTour.class.getName(),
                                    folder.toString(),
                                    Integer.toString(width),
                                    Integer.toString(height))
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve("tour.log").toFile());
            builder.environment().put("DISPLAY", display.name());
            Process tour = builder.start();
            try {
                assertThat(tour.waitFor(15, TimeUnit.MINUTES)).isTrue();
                return tour.exitValue();
            } finally {
                tour.destroyForcibly();
            }
        }
    }

    /** A white or black window has one colour, a drawn one has many. */
    private static void assertShowsSomething(Path picture) throws IOException {
        BufferedImage image = ImageIO.read(picture.toFile());
        long colours =
                Stream.iterate(0, x -> x < image.getWidth(), x -> x + 3)
                        .flatMap(
                                x ->
                                        Stream.iterate(0, y -> y < image.getHeight(), y -> y + 3)
                                                .map(y -> image.getRGB(x, y)))
                        .distinct()
                        .count();
        assertThat(colours).as("colours in %s", picture).isGreaterThan(20);
    }
}
