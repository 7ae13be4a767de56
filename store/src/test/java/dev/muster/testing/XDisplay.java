package dev.muster.testing;

import java.io.IOException;

/** A real X display of its own, on a number that it picks itself. */
public final class XDisplay implements AutoCloseable {
    private final Process server;
    private final String name;

    private XDisplay(Process server, String name) {
        this.server = server;
        this.name = name;
    }

    /** Starts one; {@code size} is like {@code 1280x720}. */
    public static XDisplay start(String size) throws IOException {
        var server =
                new ProcessBuilder(
                                "Xvfb",
                                "-displayfd",
                                "1",
                                "-screen",
                                "0",
                                size + "x24",
                                "-nolisten",
                                "tcp")
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        return new XDisplay(server, ":" + server.inputReader().readLine());
    }

    /** What {@code DISPLAY} has to be. */
    public String name() {
        return name;
    }

    @Override
    public void close() throws IOException {
        server.destroy();
        server.onExit().join();
    }
}
