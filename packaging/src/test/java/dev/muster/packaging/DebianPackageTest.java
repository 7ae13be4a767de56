package dev.muster.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/** The package as Debian sees it. */
@Tag("dist")
@Needs(TestGroup.DEBIAN)
class DebianPackageTest {
    @TempDir Path scratch;

    @Test
    void its_own_checks_find_no_error_in_it() throws IOException, InterruptedException {
        String said =
                Installation.succeed(
                        "lintian",
                        "--allow-root",
                        "--fail-on",
                        "error",
                        Installation.debianPackage().toString());

        assertThat(said.lines()).noneMatch(line -> line.startsWith("E:"));
    }

    @Test
    void it_can_be_installed_again_over_itself_and_removed()
            throws IOException, InterruptedException {
        var system = Installation.installed(scratch);
        var files = system.installedFiles();

        system.install();
        assertThat(system.installedFiles()).isEqualTo(files).contains("bin/muster");

        system.purge();
        assertThat(system.installedFiles()).isEmpty();
    }
}
