package dev.muster.agent.supervise.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** Makes pipes that have a path. Any thread. */
public final class NamedPipe {
    private static final int OWNER_ONLY = 0600;
    private static final MethodHandle MKFIFO = Posix.call("mkfifo", ADDRESS, JAVA_INT);

    private NamedPipe() {}

    /**
     * Makes one that only this user may open. A pipe that an earlier agent left there is replaced.
     *
     * @throws IOException when it cannot be made, or something that is no pipe is in the way
     */
    public static void create(Path path) throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            var attributes =
                    Files.readAttributes(
                            path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!attributes.isOther()) throw new IOException(path + " is in the way and no pipe");
            Files.delete(path);
        }
        try (var arena = Arena.ofConfined()) {
            var state = Posix.callState(arena);
            int result =
                    (int)
                            MKFIFO.invokeExact(
                                    state, arena.allocateFrom(path.toString()), OWNER_ONLY);
            if (result != 0)
                throw new IOException("%s: %s".formatted(path, Posix.lastError(state)));
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw Posix.asUnchecked(e);
        }
    }
}
