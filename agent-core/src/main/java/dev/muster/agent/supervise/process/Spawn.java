package dev.muster.agent.supervise.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Starts a program as the leader of its own session, with exactly the descriptors it is given: what
 * else this process has open never reaches it. What is done with signals is as when this process
 * was started: the blocked ones are blocked, the ignored ones ignored, the others as the system has
 * them. Any thread.
 *
 * @param command the program (looked up in PATH when it has no slash) and its arguments
 * @param environment the whole environment, not an addition
 * @param input descriptor 0
 */
record Spawn(
        List<String> command,
        Map<String, String> environment,
        Path workingDirectory,
        Input input,
        Path stdout,
        Path stderr) {

    /** Where the program's standard input comes from. */
    sealed interface Input {
        /** {@code /dev/null}: it reads the end at once. */
        record Nothing() implements Input {}

        /** Where this process's own does. */
        record Inherited() implements Input {}

        /** The reading end of a pipe of ours. */
        record Descriptor(int number) implements Input {}
    }

    private static final int O_RDONLY = 0;
    private static final int O_WRONLY_CREATE_APPEND = 1 | 0x40 | 0x400;
    private static final int OWNER_ONLY = 0600;
    private static final short SET_SIGNAL_DEFAULTS = 0x04;
    private static final short SET_SIGNAL_MASK = 0x08;
    private static final short SET_SESSION = 0x80;

    /** Larger than glibc's posix_spawn_file_actions_t (80), posix_spawnattr_t (336), sigset_t. */
    private static final long OPAQUE_BYTES = 512;

    private static final InheritedSignals INHERITED = InheritedSignals.own();

    private static final MethodHandle SPAWNP =
            Posix.call("posix_spawnp", ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
    private static final MethodHandle ACTIONS_INIT =
            Posix.call("posix_spawn_file_actions_init", ADDRESS);
    private static final MethodHandle ACTIONS_DESTROY =
            Posix.call("posix_spawn_file_actions_destroy", ADDRESS);
    private static final MethodHandle ADD_OPEN =
            Posix.call(
                    "posix_spawn_file_actions_addopen",
                    ADDRESS,
                    JAVA_INT,
                    ADDRESS,
                    JAVA_INT,
                    JAVA_INT);
    private static final MethodHandle ADD_DUP2 =
            Posix.call("posix_spawn_file_actions_adddup2", ADDRESS, JAVA_INT, JAVA_INT);
    private static final MethodHandle ADD_CHDIR =
            Posix.call("posix_spawn_file_actions_addchdir_np", ADDRESS, ADDRESS);
    private static final MethodHandle ADD_CLOSE_FROM =
            Posix.call("posix_spawn_file_actions_addclosefrom_np", ADDRESS, JAVA_INT);
    private static final MethodHandle ATTRIBUTES_INIT = Posix.call("posix_spawnattr_init", ADDRESS);
    private static final MethodHandle ATTRIBUTES_DESTROY =
            Posix.call("posix_spawnattr_destroy", ADDRESS);
    private static final MethodHandle SET_FLAGS =
            Posix.call("posix_spawnattr_setflags", ADDRESS, JAVA_SHORT);
    private static final MethodHandle SET_MASK =
            Posix.call("posix_spawnattr_setsigmask", ADDRESS, ADDRESS);
    private static final MethodHandle SET_DEFAULTS =
            Posix.call("posix_spawnattr_setsigdefault", ADDRESS, ADDRESS);

    Spawn {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /**
     * Starts it.
     *
     * @return its pid, which is its session and process group too
     * @throws IOException with what was refused and the system's reason when it cannot be started
     */
    int start() throws IOException {
        try (var arena = Arena.ofConfined()) {
            var state = Posix.callState(arena);
            var actions = arena.allocate(OPAQUE_BYTES, 16);
            var attributes = arena.allocate(OPAQUE_BYTES, 16);
            check((int) ACTIONS_INIT.invokeExact(state, actions));
            check((int) ATTRIBUTES_INIT.invokeExact(state, attributes));
            try {
                describeFiles(arena, state, actions);
                describeSignals(arena, state, attributes);
                return spawn(arena, state, actions, attributes);
            } finally {
                check((int) ATTRIBUTES_DESTROY.invokeExact(state, attributes));
                check((int) ACTIONS_DESTROY.invokeExact(state, actions));
            }
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw Posix.asUnchecked(e);
        }
    }

    private int spawn(
            Arena arena, MemorySegment state, MemorySegment actions, MemorySegment attributes)
            throws Throwable {
        var pid = arena.allocate(JAVA_INT);
        var program = arena.allocateFrom(command.getFirst());
        var arguments =
                vector(arena, command.stream().map(word -> word.getBytes(StandardCharsets.UTF_8)));
        var inherited = InheritedBytes.own();
        var variables =
                vector(
                        arena,
                        environment.entrySet().stream()
                                .map(e -> inherited.entry(e.getKey(), e.getValue())));
        int error =
                (int)
                        SPAWNP.invokeExact(
                                state, pid, program, actions, attributes, arguments, variables);
        if (error != 0) {
            throw SpawnRefusal.of(this, error);
        }
        Orphans.started(pid.get(JAVA_INT, 0));
        return pid.get(JAVA_INT, 0);
    }

    private void describeFiles(Arena arena, MemorySegment state, MemorySegment actions)
            throws Throwable {
        switch (input) {
            case Input.Nothing _ -> open(arena, state, actions, 0, Path.of("/dev/null"), O_RDONLY);
            case Input.Inherited _ -> {
                // it passes as it is
            }
            case Input.Descriptor(var number) ->
                    check((int) ADD_DUP2.invokeExact(state, actions, number, 0));
        }
        open(arena, state, actions, 1, stdout, O_WRONLY_CREATE_APPEND);
        open(arena, state, actions, 2, stderr, O_WRONLY_CREATE_APPEND);
        var folder = arena.allocateFrom(workingDirectory.toString());
        check((int) ADD_CHDIR.invokeExact(state, actions, folder));
        check((int) ADD_CLOSE_FROM.invokeExact(state, actions, 3));
    }

    private static void open(
            Arena arena, MemorySegment state, MemorySegment actions, int as, Path file, int how)
            throws Throwable {
        var name = arena.allocateFrom(file.toString());
        check((int) ADD_OPEN.invokeExact(state, actions, as, name, how, OWNER_ONLY));
    }

    private static void describeSignals(Arena arena, MemorySegment state, MemorySegment attributes)
            throws Throwable {
        short flags = (short) (SET_SESSION | SET_SIGNAL_MASK | SET_SIGNAL_DEFAULTS);
        check((int) SET_FLAGS.invokeExact(state, attributes, flags));
        var blocked = arena.allocate(OPAQUE_BYTES, 16);
        blocked.set(JAVA_LONG, 0, INHERITED.blocked());
        check((int) SET_MASK.invokeExact(state, attributes, blocked));
        var defaults = arena.allocate(OPAQUE_BYTES, 16);
        defaults.set(JAVA_LONG, 0, INHERITED.toBeReset());
        check((int) SET_DEFAULTS.invokeExact(state, attributes, defaults));
    }

    private static MemorySegment vector(Arena arena, Stream<byte[]> texts) {
        var all = texts.toList();
        var vector = arena.allocate(ADDRESS, all.size() + 1L);
        for (int i = 0; i < all.size(); i++) {
            byte[] text = all.get(i);
            var copy = arena.allocate(text.length + 1L);
            MemorySegment.copy(text, 0, copy, JAVA_BYTE, 0, text.length);
            vector.setAtIndex(ADDRESS, i, copy);
        }
        return vector;
    }

    /** These functions answer the error number itself. */
    private static void check(int error) throws IOException {
        if (error != 0) throw new IOException(Posix.describe(error));
    }
}
