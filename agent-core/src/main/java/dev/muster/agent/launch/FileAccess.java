package dev.muster.agent.launch;

import java.nio.file.Files;
import java.nio.file.Path;

/** What this user may do with a file. A seam: as root nothing is ever denied, tests included. */
interface FileAccess {
    FileAccess REAL =
            new FileAccess() {
                @Override
                public boolean readable(Path file) {
                    return Files.isReadable(file);
                }

                @Override
                public boolean writable(Path file) {
                    return Files.isWritable(file);
                }

                @Override
                public boolean executable(Path file) {
                    return Files.isExecutable(file);
                }
            };

    boolean readable(Path file);

    boolean writable(Path file);

    boolean executable(Path file);
}
