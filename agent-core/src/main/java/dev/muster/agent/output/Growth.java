package dev.muster.agent.output;

import java.io.IOException;
import java.nio.file.Path;

/** Whoever can tell that a file may have grown. */
public interface Growth {
    /** One listener on one file, until closed; once closed it is told nothing more. */
    interface Listening extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Calls the listener after the file may have changed, on a thread of its own: it must be quick.
     *
     * @throws IOException when the file's folder cannot be watched
     */
    Listening listen(Path file, Runnable listener) throws IOException;
}
