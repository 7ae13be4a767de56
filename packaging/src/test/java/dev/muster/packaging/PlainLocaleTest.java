package dev.muster.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/** Where no locale is set, as in a job script or over ssh, names are still bytes and not ASCII. */
class PlainLocaleTest {
    @TempDir Path folder;

    @Test
    void arguments_folders_and_variables_reach_the_workers_as_they_are()
            throws IOException, InterruptedException {
        var ended =
                inPlainLocale(
                        "mkdir größe && cd größe",
                        "export NAME=Jürgen BYTE=$(printf '\\351')",
                        launcher().script()
                                + " run --no-python sh -c 'echo \"$1 $NAME ${PWD##*/}\"; printf %s"
                                + " \"$BYTE\" | od -An -tx1' sh 日本");

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.out()).isEqualTo("日本 Jürgen größe\n e9\n");
    }

    @Test
    void the_workers_have_the_locale_that_the_command_was_called_in()
            throws IOException, InterruptedException {
        String show = " run --no-python sh -c 'echo ${LC_ALL-unset} ${MUSTER_LC_ALL-unset}'";

        var ended =
                inPlainLocale(
                        launcher().script() + show,
                        "LC_ALL=POSIX " + launcher().script() + show,
                        "LANG=C.UTF-8 " + launcher().script() + show);

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.out()).isEqualTo("unset unset\nPOSIX unset\nunset unset\n");
    }

    private Launch launcher() {
        return RealLauncher.in(folder);
    }

    /** A shell script that calls the launcher, since this Java may itself know ASCII only. */
    private Launch.Ended inPlainLocale(String... lines) throws IOException, InterruptedException {
        var script = Launch.program(folder.resolve("script"), lines);
        return new Launch(script, launcher().environment(), folder)
                .without("LANG")
                .without("LC_ALL")
                .without("LC_CTYPE")
                .call();
    }
}
