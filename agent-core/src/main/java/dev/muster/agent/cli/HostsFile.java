package dev.muster.agent.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The machine's own table of hosts. By it torchrun mostly finds the name it reports a failure's
 * host by (Python's {@code socket.getfqdn}); we stop there and ask no name service, which may take
 * seconds and is not needed to fail.
 */
record HostsFile(List<Line> lines) {
    /** An address, and what it is called, the proper name first. */
    private record Line(String address, List<String> names) {
        static Stream<Line> of(String text) {
            String[] words = text.replaceFirst("#.*", "").strip().split("\\s+");
            return words.length < 2
                    ? Stream.empty()
                    : Stream.of(new Line(words[0], Arrays.asList(words).subList(1, words.length)));
        }
    }

    private static final Path SYSTEMS = Path.of("/etc/hosts");

    /** This machine's; empty where it has none. */
    static HostsFile read() {
        try {
            return of(Files.readAllLines(SYSTEMS));
        } catch (IOException _) {
            return of(List.of()); // or one that is no text; the name is for show
        }
    }

    static HostsFile of(List<String> lines) {
        return new HostsFile(lines.stream().flatMap(Line::of).toList());
    }

    /** The first name with a dot that the host's address has, else its first; else the same. */
    String fullNameOf(String host) {
        Optional<Line> found =
                lines.stream()
                        .filter(line -> line.names().contains(host))
                        .findFirst()
                        .flatMap(
                                named ->
                                        lines.stream()
                                                .filter(
                                                        line ->
                                                                line.address()
                                                                        .equals(named.address()))
                                                .findFirst());
        return found.map(
                        line ->
                                line.names().stream()
                                        .filter(name -> name.contains("."))
                                        .findFirst()
                                        .orElse(line.names().getFirst()))
                .orElse(host);
    }
}
