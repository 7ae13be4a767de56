package dev.muster.agent.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.util.Locale;
import java.util.stream.Stream;

/** How data stands on stdout. */
enum OutputFormat {
    /** For people. */
    TABLE,
    /** One object with everything. */
    JSON,
    /** An object in each line. */
    JSONL;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Reads the value of {@code -o}. */
    static final class Converter implements ITypeConverter<OutputFormat> {
        @Override
        public OutputFormat convert(String text) {
            return Stream.of(values())
                    .filter(format -> format.word().equals(text))
                    .findFirst()
                    .orElseThrow(
                            () ->
                                    new TypeConversionException(
                                            "\"%s\" (expected: table, json or jsonl)"
                                                    .formatted(text)));
        }
    }

    /** What shells complete. */
    static final class Words implements Iterable<String> {
        @Override
        public java.util.Iterator<String> iterator() {
            return Stream.of(values()).map(OutputFormat::word).iterator();
        }
    }
}
