package dev.muster.agent.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** The processors that this process may run on; a limit on their time is none on their number. */
final class Processors {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    private Processors() {}

    static CpuSet allowed() {
        try {
            return allowed(Files.readAllLines(STATUS));
        } catch (IOException _) {
            int count = Runtime.getRuntime().availableProcessors(); // where there is no /proc
            return CpuSet.of(IntStream.range(0, count).boxed().toList());
        }
    }

    static CpuSet allowed(List<String> status) throws IOException {
        return status.stream()
                .filter(line -> line.startsWith(ALLOWED))
                .map(line -> CpuSet.parse(line.substring(ALLOWED.length())))
                .findFirst()
                .orElseThrow(() -> new IOException("no line %s in it".formatted(ALLOWED)));
    }
}
