package dev.muster.agent.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this machine calls itself: asked of the kernel, never of a name service. */
public final class HostName {
    private static final Path KERNEL_NAME = Path.of("/proc/sys/kernel/hostname");

    private HostName() {}

    public static String read() {
        try {
            String name = Files.readString(KERNEL_NAME).strip();
            return name.isEmpty() ? "localhost" : name;
        } catch (IOException _) {
            return "localhost"; // no such file outside Linux; the name is for show
        }
    }
}
