package dev.muster.agent.cli;

import dev.muster.store.StoreServerConfig;
import dev.muster.store.protocol.Capacity;
import dev.muster.store.protocol.DialectRule;
import dev.muster.store.protocol.Limits;

import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What {@code muster store} may be told about its store. */
@Command
final class StoreFlags {
    private static final int TORCH_PORT = 29_500;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            converter = NumericAddress.class,
            description = "The only address it listens on, in numbers. Default: 127.0.0.1.")
    private InetAddress host = StoreServerConfig.DEFAULT.address();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "0 for any free one. Default: 29500, as torch's.")
    private int port = TORCH_PORT;

    @Option(
            names = "--allow",
            paramLabel = "ADDRESS",
            split = ",",
            converter = NumericAddress.class,
            description = "Serves these addresses only; may be repeated. Default: all.")
    private List<InetAddress> allowed = List.of();

    @Option(
            names = "--dialect",
            paramLabel = "DIALECT",
            converter = Dialects.class,
            description =
                    "A (torch 1.9 to 2.0), B (2.1), C (2.2 and later), detect, or"
                            + " detect-with-watches. Default: detect.")
    private DialectRule dialect = DialectRule.DETECT;

    @Option(
            names = "--expected-clients",
            paramLabel = "N",
            description = "Says what to do if the system lets fewer come at once.")
    private int expectedClients;

    @Option(
            names = "--max-connections",
            paramLabel = "N",
            description = "Default: ${DEFAULT-VALUE}.")
    private int maxConnections = Capacity.DEFAULT.maxConnections();

    @Option(
            names = "--max-stored-bytes",
            paramLabel = "N",
            description = "Of all names and values. Default: 512 MiB, or half of Java's heap.")
    private long maxStoredBytes = Capacity.DEFAULT.maxStoredBytes();

    @Option(
            names = "--max-value-bytes",
            paramLabel = "N",
            description = "Of one value. Default: 8 MiB, as torch's.")
    private int maxValueBytes = Limits.DEFAULT.maxValueBytes();

    @Option(
            names = "--grace",
            paramLabel = "SECONDS",
            description = "How long clients are still served once it is told to end. Default: 30.")
    private int graceSeconds = 30;

    @Option(
            names = "--until-stdin-closes",
            description = "Ends at once, with exit code 0, when its standard input does.")
    private boolean untilInputCloses;

    /** What was asked for; a value that cannot be is an {@link IllegalArgumentException}. */
    StoreServerConfig config() {
        var capacity =
                Capacity.DEFAULT
                        .withMaxConnections(maxConnections)
                        .withMaxStoredBytes(maxStoredBytes);
        var config =
                StoreServerConfig.DEFAULT
                        .withAddress(host)
                        .withPort(port)
                        .withDialects(dialect)
                        .withLimits(limits())
                        .withCapacity(capacity);
        if (!allowed.isEmpty()) config = config.withPeers(Set.copyOf(allowed));
        return expectedClients == 0 ? config : config.withExpectedClients(expectedClients);
    }

    Duration grace() {
        if (graceSeconds < 0) {
            throw new IllegalArgumentException(
                    "grace: %d (expected: >= 0)".formatted(graceSeconds));
        }
        return Duration.ofSeconds(graceSeconds);
    }

    boolean untilInputCloses() {
        return untilInputCloses;
    }

    /** A COMPARE_SET has two values, and one message must be able to hold them. */
    private Limits limits() {
        long twoValues = 2L * maxValueBytes + Limits.DEFAULT.maxKeyBytes();
        int largest = Math.clamp(twoValues, Limits.DEFAULT.maxMessageBytes(), Integer.MAX_VALUE);
        return new Limits(
                Limits.DEFAULT.maxKeyBytes(), maxValueBytes, Limits.DEFAULT.maxNames(), largest);
    }

    /** Never looks a name up: that may take seconds, and give another address tomorrow. */
    static final class NumericAddress implements ITypeConverter<InetAddress> {
        @Override
        public InetAddress convert(String text) {
            try {
                return InetAddress.ofLiteral(text);
            } catch (IllegalArgumentException _) {
                throw new TypeConversionException(
                        "\"%s\" is no address in numbers, such as 127.0.0.1 or ::1"
                                .formatted(text));
            }
        }
    }

    static final class Dialects implements ITypeConverter<DialectRule> {
        @Override
        public DialectRule convert(String text) {
            return switch (text.toLowerCase(Locale.ROOT)) {
                case "a" -> DialectRule.ONLY_A;
                case "b" -> DialectRule.ONLY_B;
                case "c" -> DialectRule.ONLY_C;
                case "detect" -> DialectRule.DETECT;
                case "detect-with-watches" -> DialectRule.DETECT_WITH_WATCHES;
                default ->
                        throw new TypeConversionException(
                                "\"%s\" (expected: A, B, C, detect, detect-with-watches)"
                                        .formatted(text));
            };
        }
    }
}
