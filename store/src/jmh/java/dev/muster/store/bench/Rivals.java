package dev.muster.store.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.testing.TestPython;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Who is compared: ours, PyTorch's, and one in C that does nothing but move bytes. */
final class Rivals {
    private static final String TORCH =
            """
            import sys
            from torch.distributed import TCPStore
            store = TCPStore("127.0.0.1", 0, is_master=True, wait_for_workers=False)
            print("READY", store.port, flush=True)
            sys.stdin.read()
            """;

    /** PyTorch's server looks up the name of every client, so that is answered at once. */
    private static final String WITH_QUICK_NAMES =
            "mount --bind \"$1\" /etc/nsswitch.conf && shift && exec \"$@\"";

    private Rivals() {}

    /** What runs in the process of ours. */
    static final class Ours {
        private Ours() {}

        static void main() throws IOException {
            try (var server = StoreServer.open(StoreServerConfig.DEFAULT);
                    var out = new PrintStream(new FileOutputStream(FileDescriptor.out), true)) {
                out.println("READY " + server.address().getPort());
                var _ = System.in.readAllBytes();
            }
        }
    }

    /** With the virtual machine's own defaults but for the collector that muster itself uses. */
    static Server ours() throws IOException {
        return Server.start(
                "ours",
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Ours.class.getName()));
    }

    static Server torch(Path folder) throws IOException {
        var names = Files.writeString(folder.resolve("nsswitch.conf"), "hosts: files\n", UTF_8);
        return Server.start(
                "torch",
                List.of(
                        "unshare",
                        "--map-root-user",
                        "--mount",
                        "sh",
                        "-c",
                        WITH_QUICK_NAMES,
                        "sh",
                        names.toAbsolutePath().toString(),
                        TestPython.path().toString(),
                        "-c",
                        TORCH));
    }

    /** Empty where there is no C compiler. */
    static Optional<Server> parsingNothing(Path folder, Path source) throws IOException {
        var program = folder.resolve("parse-nothing");
        try {
            var compiler =
                    new ProcessBuilder("cc", "-O2", "-o", program.toString(), source.toString())
                            .inheritIO()
                            .start();
            if (compiler.waitFor() != 0) throw new IOException("cc refused " + source);
        } catch (IOException _) {
            return Optional.empty();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
        return Optional.of(Server.start("C", List.of(program.toAbsolutePath().toString())));
    }
}
