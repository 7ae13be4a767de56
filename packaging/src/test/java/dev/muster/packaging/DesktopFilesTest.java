package dev.muster.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.gui.Cockpit;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.Test;
import org.xml.sax.SAXException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

/** What desktops are told of the cockpit. */
class DesktopFilesTest {
    private static final Path FOLDER = Path.of("desktop");
    private static final String ID = "dev.muster.Muster";

    @Test
    @Needs(TestGroup.DESKTOP_FILES)
    void desktops_understand_the_entry_of_the_menu() throws IOException, InterruptedException {
        assertThat(said("desktop-file-validate", file("desktop"))).isEmpty();
    }

    @Test
    @Needs(TestGroup.DESKTOP_FILES)
    void software_centres_understand_the_description() throws IOException, InterruptedException {
        assertThat(said("appstreamcli", "validate", "--no-net", file("metainfo.xml")))
                .contains("Validation was successful");
    }

    @Test
    void windows_are_found_to_belong_to_the_entry_by_the_class_that_javafx_gives_them()
            throws IOException {
        assertThat(Files.readAllLines(FOLDER.resolve(ID + ".desktop")))
                .contains("StartupWMClass=" + Cockpit.class.getName(), "Icon=" + ID);
    }

    @Test
    void an_exported_run_is_known_by_the_name_that_export_gives_it()
            throws IOException, ParserConfigurationException, SAXException {
        var glob =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(FOLDER.resolve(ID + ".mime.xml").toFile())
                        .getElementsByTagName("glob")
                        .item(0);

        assertThat(glob.getAttributes().getNamedItem("pattern").getNodeValue())
                .isEqualTo("muster-*.html");
    }

    private static String file(String extension) {
        return FOLDER.resolve(ID + "." + extension).toString();
    }

    private static String said(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
