package dev.muster.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Which JDK the launcher takes, and what it says when there is none for it. */
class LauncherJdkTest {
    @TempDir Path folder;
    private PretendedCheckout checkout;

    @BeforeEach
    void check_out() throws IOException {
        checkout = new PretendedCheckout(folder);
    }

    @Test
    void a_jdk_that_is_too_old_is_refused_with_what_was_found_and_expected()
            throws IOException, InterruptedException {
        checkout.jdk("17.0.15", "exit 1");

        var ended = checkout.launch().call("ps");

        assertThat(ended.exitCode()).isEqualTo(69);
        assertThat(ended.err())
                .isEqualTo(
                        "muster: MUSTER_JAVA_HOME=%s: 17.0.15 (expected: a JDK 25 or newer)%n"
                                .formatted(checkout.jdk()));
        assertThat(checkout.builds()).isZero();
    }

    @Test
    void a_folder_without_a_compiler_is_no_jdk() throws IOException, InterruptedException {
        Files.delete(checkout.jdk().resolve("bin/javac"));

        var ended = checkout.launch().call("ps");

        assertThat(ended.exitCode()).isEqualTo(69);
        assertThat(ended.err()).contains("no JDK (expected: a JDK 25 or newer)");
    }

    @Test
    void a_jdk_without_a_release_file_is_asked_for_its_version()
            throws IOException, InterruptedException {
        Files.delete(checkout.jdk().resolve("release"));

        assertThat(checkout.launch().call("ps").exitCode()).isZero();
    }

    @Test
    void java_home_goes_before_the_search_when_it_is_new_enough()
            throws IOException, InterruptedException {
        var ended =
                checkout.launch()
                        .with("MUSTER_JAVA_HOME", "")
                        .with("JAVA_HOME", checkout.jdk())
                        .call("ps");

        assertThat(ended.out()).endsWith("MusterMain\nps\n");
    }

    @Test
    void one_that_was_unpacked_into_the_home_folder_is_found_there()
            throws IOException, InterruptedException {
        Path home = folder.resolve("home");
        Path unpacked = home.resolve("jdk-99");
        Files.createDirectories(home);
        Files.move(checkout.jdk(), unpacked);
        Path search =
                Launch.program(
                        folder.resolve("search"),
                        ". " + checkout.script().resolveSibling("sh/jdk.sh"),
                        "find_jdk_unpacked_by_hand && echo $jdk");

        var found =
                new Launch(search, checkout.launch().environment(), folder)
                        .with("HOME", home)
                        .call();

        assertThat(found.out()).isEqualTo(unpacked + "\n");
    }
}
