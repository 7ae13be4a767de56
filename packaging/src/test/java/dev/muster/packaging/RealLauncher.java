package dev.muster.packaging;

import java.nio.file.Path;

/** The launcher of this checkout, on the application that this build has just assembled. */
final class RealLauncher {
    private RealLauncher() {}

    /** In this process's environment, but with its files in that folder and no display. */
    static Launch in(Path folder) {
        return new Launch(Path.of("muster").toAbsolutePath(), System.getenv(), folder)
                .with("MUSTER_HOME", folder.resolve("home"))
                .with("MUSTER_JAVA_HOME", System.getProperty("java.home"))
                .with("GLOO_SOCKET_IFNAME", "lo")
                .without("DISPLAY")
                .without("WAYLAND_DISPLAY");
    }

    static String example(String name) {
        return Path.of("examples", name).toAbsolutePath().toString();
    }
}
