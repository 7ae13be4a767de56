package dev.muster.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;

/** When the launcher builds, and what it says when it cannot. */
class LauncherBuildTest {
    @TempDir Path folder;
    private PretendedCheckout checkout;

    @BeforeEach
    void check_out() throws IOException {
        checkout = new PretendedCheckout(folder);
    }

    @Test
    void a_fresh_checkout_is_built_once_and_then_started_at_once()
            throws IOException, InterruptedException {
        var first = checkout.launch().call("ps");
        var second = checkout.launch().call("ps");

        assertThat(checkout.builds()).isEqualTo(1);
        assertThat(first.err()).contains("building, the first time takes");
        assertThat(second.err()).isEmpty();
        assertThat(second.out()).endsWith("dev.muster.agent.cli.MusterMain\nps\n");
    }

    @Test
    void a_source_newer_than_the_application_is_built_again()
            throws IOException, InterruptedException {
        checkout.launch().call("ps");

        PretendedCheckout.edit(checkout.source());
        var afterEdit = checkout.launch().call("ps");

        assertThat(afterEdit.err()).contains("sources have changed");
        assertThat(checkout.builds()).isEqualTo(2);
    }

    @Test
    void a_deleted_source_is_noticed_by_its_folder() throws IOException, InterruptedException {
        checkout.launch().call("ps");

        Files.delete(checkout.source());
        PretendedCheckout.edit(checkout.sources());
        checkout.launch().call("ps");

        assertThat(checkout.builds()).isEqualTo(2);
    }

    @Test
    void calls_at_the_same_time_share_one_build() throws IOException, InterruptedException {
        checkout.maven(
                "while [ ! -e " + folder.resolve("go") + " ]; do sleep 0.05; done",
                "mkdir -p packaging/target/app && touch packaging/target/app/assembled");

        var first = checkout.launch().start("ps");
        var second = checkout.launch().start("ps");
        Files.createFile(folder.resolve("go"));

        assertThat(first.await().exitCode()).isZero();
        assertThat(second.await().exitCode()).isZero();
        assertThat(checkout.builds()).isEqualTo(1);
    }

    @Test
    void a_call_that_is_ended_while_it_builds_ends_the_build()
            throws IOException, InterruptedException {
        Path started = folder.resolve("started");
        Path ended = folder.resolve("ended");
        checkout.maven(
                "trap 'touch " + ended + "; exit 1' TERM",
                "touch " + started,
                "while [ -d " + folder + " ]; do sleep 0.05; done");

        var call = checkout.launch().start("ps");
        await().atMost(Duration.ofMinutes(1)).until(() -> Files.exists(started));
        call.process().destroy();

        assertThat(call.await().exitCode()).isEqualTo(143);
        assertThat(ended).exists();
    }

    @Test
    void a_failed_build_shows_what_maven_said_and_leaves_the_next_call_to_try_again()
            throws IOException, InterruptedException {
        checkout.maven("echo '[ERROR] Store.java: cannot find symbol'", "exit 1");

        var failed = checkout.launch().call("ps");
        var again = checkout.launch().call("ps");

        assertThat(failed.exitCode()).isEqualTo(70);
        assertThat(failed.out()).isEmpty();
        assertThat(failed.err()).contains("cannot find symbol", "the build failed");
        assertThat(again.exitCode()).isEqualTo(70);
        assertThat(checkout.builds()).isEqualTo(2);
    }

    @Test
    void an_edit_during_the_build_makes_the_application_stale()
            throws IOException, InterruptedException {
        checkout.launch().call("ps");
        Path mark = checkout.script().resolveSibling("target/app/assembled");

        // Maven dates its mark at the start of the build: the edit came later.
        Files.setLastModifiedTime(mark, FileTime.from(Instant.now().minusSeconds(60)));
        checkout.launch().call("ps");

        assertThat(checkout.builds()).isEqualTo(2);
    }
}
