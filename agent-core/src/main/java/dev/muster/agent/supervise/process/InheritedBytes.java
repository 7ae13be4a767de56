package dev.muster.agent.supervise.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The variables of this process that are not UTF-8, as the bytes they are. Java has only what is
 * left of them after decoding; a worker gets them whole unless somebody gave it another value.
 */
final class InheritedBytes {
    private static final Path ENVIRONMENT = Path.of("/proc/self/environ");
    private static final InheritedBytes OWN = read();

    private final Map<String, byte[]> byDecodedEntry;

    private InheritedBytes(Map<String, byte[]> byDecodedEntry) {
        this.byDecodedEntry = byDecodedEntry;
    }

    static InheritedBytes own() {
        return OWN;
    }

    /** The variables in {@code block}, each ended by a zero byte. */
    static InheritedBytes of(byte[] block) {
        var undecodable = new HashMap<String, byte[]>();
        int start = 0;
        for (int i = 0; i < block.length; i++) {
            if (block[i] != 0) continue;
            var entry = Arrays.copyOfRange(block, start, i);
            if (!isUtf8(entry)) undecodable.put(new String(entry, StandardCharsets.UTF_8), entry);
            start = i + 1;
        }
        return new InheritedBytes(undecodable);
    }

    /** {@code name=value} as a worker is to get it. */
    byte[] entry(String name, String value) {
        String decoded = name + "=" + value;
        byte[] inherited = byDecodedEntry.get(decoded);
        return inherited != null ? inherited : decoded.getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isUtf8(byte[] entry) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(entry));
            return true;
        } catch (CharacterCodingException _) {
            return false;
        }
    }

    /** Read piece by piece: the system gives it no length. Where there is no such file, nothing. */
    private static InheritedBytes read() {
        try (InputStream file = Files.newInputStream(ENVIRONMENT)) {
            var block = new ByteArrayOutputStream();
            file.transferTo(block);
            return of(block.toByteArray());
        } catch (NoSuchFileException _) {
            return of(new byte[0]);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + ENVIRONMENT, e);
        }
    }
}
