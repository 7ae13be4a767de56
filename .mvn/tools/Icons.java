import com.github.weisj.jsvg.parser.SVGLoader;
import com.github.weisj.jsvg.view.ViewBox;

import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import javax.imageio.ImageIO;

/** Paints a drawing in each of some sizes. Arguments: the SVG, the folder for {@code SIZE.png}, sizes. */
final class Icons {
    private Icons() {}

    public static void main(String[] args) throws IOException {
        var drawing =
                Objects.requireNonNull(
                        new SVGLoader().load(Path.of(args[0]).toUri().toURL()),
                        "not an SVG: " + args[0]);
        Path folder = Files.createDirectories(Path.of(args[1]));
        for (String word : List.of(args).subList(2, args.length)) {
            int size = Integer.parseInt(word);
            var image = new BufferedImage(size, size, BufferedImage.TYPE_INT_ARGB);
            var pen = image.createGraphics();
            pen.setRenderingHint(
                    RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            pen.setRenderingHint(
                    RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
            drawing.render((java.awt.Component) null, pen, new ViewBox(size, size));
            pen.dispose();
            ImageIO.write(image, "png", folder.resolve(size + ".png").toFile());
        }
    }
}
