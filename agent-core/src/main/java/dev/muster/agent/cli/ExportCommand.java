package dev.muster.agent.cli;

import dev.muster.agent.history.History;
import dev.muster.agent.history.OpenedRun;
import dev.muster.agent.report.RunReport;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code muster export RUN [-o FILE]}: one run as one page. Its one line on stdout is the file. */
@Command(
        name = "muster export",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description =
                "Writes a run as one HTML file that needs no network, with its secrets covered.")
final class ExportCommand {
    private static final String STDOUT = "-";

    private final Terminal terminal;

    @Parameters(paramLabel = "RUN", description = "An id, its beginning or end, or `last`.")
    private String run = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Where to; - is stdout. Default: muster-RUN.html in this folder.")
    private String file = "";

    @Option(names = "--force", description = "Replaces the file where there is one.")
    private boolean force;

    ExportCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    int call(List<String> line) {
        return HistoryCall.call("muster export", line, this, terminal, this::export);
    }

    private int export(History history, Map<String, String> environment) throws IOException {
        OpenedRun opened = history.open(HistoryCall.run(history, run));
        Instant now = InstantSource.system().instant();
        String page = RunReport.of(opened, environment, ZoneId.systemDefault(), now);
        if (file.equals(STDOUT)) {
            terminal.out().print(page);
            return ExitCodes.OK;
        }
        String name = file.isEmpty() ? "muster-%s.html".formatted(opened.run().run()) : file;
        Path target = Path.of(name).toAbsolutePath();
        try {
            write(page, target);
        } catch (FileAlreadyExistsException _) {
            throw new IllegalArgumentException(
                    "%s is there already; --force replaces it".formatted(target));
        }
        terminal.out().println(VisibleText.of(target.toString()));
        return ExitCodes.OK;
    }

    /** Readable by this user only: whom to show it is his choice. */
    private void write(String page, Path target) throws IOException {
        Set<StandardOpenOption> open =
                force
                        ? Set.of(
                                StandardOpenOption.CREATE,
                                StandardOpenOption.TRUNCATE_EXISTING,
                                StandardOpenOption.WRITE)
                        : Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        var ownerOnly =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try (FileChannel channel = FileChannel.open(target, open, ownerOnly)) {
            ByteBuffer bytes = ByteBuffer.wrap(page.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) channel.write(bytes);
        }
    }
}
