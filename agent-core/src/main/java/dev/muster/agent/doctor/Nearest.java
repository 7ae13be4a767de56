package dev.muster.agent.doctor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Folders that are only made when they are needed. */
final class Nearest {
    private Nearest() {}

    /** The folder, or the nearest above it that is there. */
    static Path existing(Path folder) {
        Path there = folder.toAbsolutePath();
        while (!Files.exists(there)) {
            there = Optional.ofNullable(there.getParent()).orElseThrow();
        }
        return there;
    }
}
