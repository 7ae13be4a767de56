package dev.muster.agent.journal;

import dev.muster.agent.job.JobSpec;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/**
 * What a run was started with, as its {@code spec.json} has it.
 *
 * @param withoutValue variables of the environment of which only the names were kept: those of a
 *     run that is older than the keeping of values
 */
public record KeptSpec(JobSpec spec, List<String> withoutValue) {
    /** Many times what a system takes as words and environment of a process. */
    private static final int LARGEST_FILE = 16 << 20;

    public KeptSpec {
        withoutValue = List.copyOf(withoutValue);
    }

    /**
     * Reads a {@code spec.json}; one that is a link is not followed.
     *
     * @throws UnreadableRecord when it is no spec
     * @throws IOException when the file cannot be read
     */
    public static KeptSpec read(Path file) throws IOException {
        try (InputStream bytes = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            byte[] text = bytes.readNBytes(LARGEST_FILE);
            return of(Fields.parse(new String(text, StandardCharsets.UTF_8)));
        }
    }

    private static KeptSpec of(Fields fields) {
        JobSpec spec = SpecReader.read(fields);
        List<String> names =
                fields.maybe("environmentNames", fields::texts).orElse(List.of()).stream()
                        .filter(name -> !spec.environment().containsKey(name))
                        .toList();
        return new KeptSpec(spec, names);
    }
}
