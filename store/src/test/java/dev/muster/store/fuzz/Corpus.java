package dev.muster.store.fuzz;

import static java.util.Objects.requireNonNull;

import dev.muster.store.recorded.Transcript;
import dev.muster.store.recorded.Transcript.Step;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a fuzzer begins with: what real clients and servers said, and what it found worth keeping.
 *
 * <p>{@code Corpus TARGET FOLDER} writes it there, a file for each input; {@code Corpus TARGET
 * FOLDER FILE} writes what is there as lines to keep.
 */
public final class Corpus {
    private static final int LONGEST = 1_024;

    /** Of requests: every way to find out the dialect, alone and with a silent sibling. */
    private static final List<String> SET_UPS = List.of("2007", "3007", "2107", "0007");

    /** Of replies: an answer of each kind was asked for, four at a time. */
    private static final List<String> ASKED =
            List.of("000102031007", "040506071007", "08090a0b1007");

    private Corpus() {}

    public static void main(String[] arguments) throws IOException {
        var folder = Files.createDirectories(Path.of(arguments[1]));
        if (arguments.length > 2) {
            print(folder, Path.of(arguments[2]));
            return;
        }
        int number = 0;
        for (byte[] input : of(arguments[0])) {
            Files.write(folder.resolve("seed-" + number++), input);
        }
    }

    /** All inputs there are for {@code requests} or {@code replies}. */
    static List<byte[]> of(String target) {
        boolean requests = target.equals("requests");
        var inputs = new ArrayList<byte[]>();
        for (String name : Transcript.names()) {
            for (var said : said(Transcript.read(name), requests)) {
                for (String before : requests ? SET_UPS : ASKED) inputs.add(input(before, said));
            }
        }
        kept(target).map(HexFormat.of()::parseHex).forEach(inputs::add);
        return inputs;
    }

    private static Stream<String> kept(String target) {
        String file = "/fuzz/" + target + ".hex";
        try (var in = requireNonNull(Corpus.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /** What one side said on each connection, the beginning of it where it is long. */
    private static List<byte[]> said(Transcript transcript, boolean byClient) {
        var all = new HashMap<Integer, ByteArrayOutputStream>();
        for (Step step : transcript.steps()) {
            switch (step) {
                case Step.ClientSent(var on, _, var bytes) when byClient ->
                        all.computeIfAbsent(on, _ -> new ByteArrayOutputStream())
                                .writeBytes(bytes.toByteArray());
                case Step.ServerSent(var on, _, var bytes) when !byClient ->
                        all.computeIfAbsent(on, _ -> new ByteArrayOutputStream())
                                .writeBytes(bytes.toByteArray());
                default -> {}
            }
        }
        return all.values().stream().map(ByteArrayOutputStream::toByteArray).toList();
    }

    private static byte[] input(String before, byte[] said) {
        var input = new ByteArrayOutputStream();
        input.writeBytes(HexFormat.of().parseHex(before));
        input.write(said, 0, Math.min(said.length, LONGEST));
        return input.toByteArray();
    }

    private static void print(Path folder, Path file) throws IOException {
        try (var files = Files.list(folder)) {
            var lines = new ArrayList<String>();
            for (Path input : files.toList()) {
                lines.add(HexFormat.of().formatHex(Files.readAllBytes(input)));
            }
            Files.write(file, lines.stream().sorted().toList());
        }
    }
}
