package dev.muster.agent.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/**
 * Whether the clock can be right, and goes with that of the disk's machine. Ranks do not depend on
 * it; certificates of paired machines, and the order of what several nodes say, do.
 */
record ClockCheck(Path state, InstantSource clock) implements Check {
    private static final LocalDate NOT_BEFORE = LocalDate.of(2026, 1, 1);
    private static final Duration NOTICED = Duration.ofSeconds(2);

    @Override
    public String name() {
        return "clock";
    }

    @Override
    public List<Finding> look() throws IOException {
        Instant now = clock.instant();
        if (now.isBefore(NOT_BEFORE.atStartOfDay(ZoneOffset.UTC).toInstant())) {
            return List.of(
                    Finding.fail(
                            name(),
                            "it says %s".formatted(now),
                            "set it; better, have it set: timedatectl set-ntp true"));
        }
        Duration apart = Duration.between(clock.instant(), diskTime()).abs();
        return List.of(
                apart.compareTo(NOTICED) < 0
                        ? Finding.ok(name(), "it is right as far as can be seen from here")
                        : Finding.warn(
                                name(),
                                "the disk of %s is %d s apart from it"
                                        .formatted(state, apart.toSeconds()),
                                "let both machines keep the same time: timedatectl set-ntp true"));
    }

    /** When the machine that has the disk thinks a file was written just now. */
    private Instant diskTime() throws IOException {
        Path file = Files.createTempFile(Nearest.existing(state), ".muster-doctor", "");
        try {
            return Files.getLastModifiedTime(file).toInstant();
        } finally {
            Files.delete(file);
        }
    }
}
