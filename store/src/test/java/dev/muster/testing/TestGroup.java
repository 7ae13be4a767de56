package dev.muster.testing;

import java.util.Optional;

/** A group of tests that needs something a machine may lack. */
public enum TestGroup {
    /** Scripts run by a real Python 3. */
    PYTHON("a Python 3 (MUSTER_TEST_PYTHON, else python3 in PATH)") {
        @Override
        Optional<String> missing() {
            return TestPython.missing();
        }
    },
    /** Real process groups and store clients of PyTorch. */
    TORCH("a Python with torch 2.2 or newer (MUSTER_TEST_PYTHON, else python3 in PATH)") {
        @Override
        Optional<String> missing() {
            return TestPython.missingTorch();
        }
    },
    /** A torchrun from before torch 2.0, whose store speaks another dialect. */
    OLD_TORCH("a Python with torch 1.x (MUSTER_TEST_OLD_PYTHON; Debian: python3-torch)") {
        @Override
        Optional<String> missing() {
            return TestPython.missingOldTorch();
        }
    },
    /** Stacks of processes that do not know of it. */
    PY_SPY("py-spy, and leave to look into other processes (pip install py-spy)") {
        @Override
        Optional<String> missing() {
            return TestPySpy.missing();
        }
    },
    /** Ways to another machine, which is this one. */
    SSHD("ssh and sshd (Debian: openssh-client, openssh-server)") {
        @Override
        Optional<String> missing() {
            return TestProgram.missing("ssh")
                    .or(() -> TestProgram.missing("ssh-keygen"))
                    .or(TestProgram::missingSshd);
        }
    },
    /** Members of a real etcd. */
    ETCD("etcd 3.4 or newer (Debian: etcd-server)") {
        @Override
        Optional<String> missing() {
            return TestProgram.missing("etcd");
        }
    },
    /** What shells complete. */
    SHELLS("three shells (Debian: bash, zsh, fish)") {
        @Override
        Optional<String> missing() {
            return TestProgram.missing("bash")
                    .or(() -> TestProgram.missing("zsh"))
                    .or(() -> TestProgram.missing("fish"));
        }
    },
    /** Measurements read as Prometheus reads them. */
    PROMTOOL("promtool (Debian: prometheus)") {
        @Override
        Optional<String> missing() {
            return TestProgram.missing("promtool");
        }
    },
    /** The README's own calls. */
    CURL("curl (Debian: curl)") {
        @Override
        Optional<String> missing() {
            return TestProgram.missing("curl");
        }
    },
    /** Programs of another user. */
    SECOND_USER("root, which alone may start a program as somebody else, and setpriv and python3") {
        @Override
        Optional<String> missing() {
            return TestProgram.failing("setpriv", "--reuid=65534", "--clear-groups", "true")
                    .or(() -> TestProgram.missing("python3"));
        }
    },
    /** TLS that is not Java's. */
    OPENSSL("openssl (Debian: openssl)") {
        @Override
        Optional<String> missing() {
            return TestProgram.missing("openssl");
        }
    },
    /** What systemd thinks of our units. */
    SYSTEMD("systemd-analyze (Debian: systemd)") {
        @Override
        Optional<String> missing() {
            return TestProgram.missing("systemd-analyze");
        }
    },
    /** The page for man. */
    MANUAL("mandoc (Debian: mandoc)") {
        @Override
        Optional<String> missing() {
            return TestProgram.missing("mandoc");
        }
    },
    /** What desktops think of our files. */
    DESKTOP_FILES(
            "desktop-file-validate and appstreamcli (Debian: desktop-file-utils, appstream)") {
        @Override
        Optional<String> missing() {
            return TestProgram.missing("desktop-file-validate")
                    .or(() -> TestProgram.missing("appstreamcli"));
        }
    },
    /** What windows say about themselves. */
    WINDOWS("an X display, GTK 3 and xwininfo (Debian: xvfb, libgtk-3-0, x11-utils)") {
        @Override
        Optional<String> missing() {
            return DISPLAY.missing().or(() -> TestProgram.missing("xwininfo"));
        }
    },
    /** Our own Debian package. */
    DEBIAN("dpkg and lintian (Debian: dpkg, lintian)") {
        @Override
        Optional<String> missing() {
            return TestProgram.missing("dpkg").or(() -> TestProgram.missing("lintian"));
        }
    },
    /** Disks of a size of their own. */
    MOUNT("root, or whatever else may mount in a namespace of its own (unshare -m)") {
        @Override
        Optional<String> missing() {
            return TestProgram.failing("unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt");
        }
    },
    /** Screens of the cockpit, drawn in memory. */
    SCREEN("what JavaFX draws text with (Debian: libpangoft2-1.0-0, libfreetype6, a font)") {
        @Override
        Optional<String> missing() {
            return TestLibrary.missing(
                    "libpangoft2-1.0.so.0", "libfreetype.so.6", "libfontconfig.so.1");
        }
    },
    /** Windows on a real X display. */
    DISPLAY("an X display and GTK 3 (Debian: xvfb, libgtk-3-0, libxtst6, libxxf86vm1, libgl1)") {
        @Override
        Optional<String> missing() {
            return TestProgram.missing("Xvfb")
                    .or(SCREEN::missing)
                    .or(
                            () ->
                                    TestLibrary.missing(
                                            "libgtk-3.so.0",
                                            "libXtst.so.6",
                                            "libXxf86vm.so.1",
                                            "libGL.so.1"));
        }
    };

    private final String need;

    TestGroup(String need) {
        this.need = need;
    }

    /** What the group needs, as a phrase for the report of groups left out. */
    public String need() {
        return need;
    }

    /** Why this group cannot run here; empty when it can. */
    abstract Optional<String> missing();
}
