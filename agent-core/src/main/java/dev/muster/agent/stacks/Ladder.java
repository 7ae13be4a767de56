package dev.muster.agent.stacks;

import dev.muster.agent.controlplane.WorkerServer;
import dev.muster.agent.controlplane.WorkerSockets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;

/**
 * Learns where a worker stands, by the best way that works. Any thread; blocks for as long as the
 * worker, py-spy and its death take, some 30 s at the most.
 */
public final class Ladder {
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(3);

    private static final int LONGEST_TEXT = 128 << 10;

    private final Optional<PySpy> pySpy;
    private final Optional<Abort> abort;

    /** Reads the stacks, or says why not. */
    @FunctionalInterface
    private interface Try {
        String read() throws IOException;
    }

    private Ladder(Optional<PySpy> pySpy, Optional<Abort> abort) {
        this.pySpy = pySpy;
        this.abort = abort;
    }

    /** Disturbs nobody for long. {@code python} is what the workers run with. */
    public static Ladder of(Optional<Path> python, Map<String, String> environment) {
        return new Ladder(PySpy.find(python, environment), Optional.empty());
    }

    /** The same, that may end a worker where all else fails. */
    public Ladder thatMayEnd(Abort by) {
        return new Ladder(pySpy, Optional.of(by));
    }

    public RankStack climb(StackSource worker) {
        if (hasEnded(worker))
            return RankStack.none(worker.rank(), worker.localRank(), "it has ended");
        var because = new ArrayList<String>();
        for (Rung rung : Rung.values()) {
            try {
                String text = cut(way(rung, worker).read());
                return new RankStack(
                        worker.rank(), worker.localRank(), Optional.of(rung), because, text);
            } catch (IOException e) {
                because.add("%s: %s".formatted(rung.word(), e.getMessage()));
            }
        }
        return new RankStack(worker.rank(), worker.localRank(), Optional.empty(), because, "");
    }

    private static boolean hasEnded(StackSource worker) {
        try {
            return ProcStatus.of(worker.pid()).filter(status -> !status.isOver()).isEmpty();
        } catch (IOException _) {
            return false; // each way finds out for itself
        }
    }

    private Try way(Rung rung, StackSource worker) {
        return switch (rung) {
            case CONTROL_SOCKET -> () -> asked(worker);
            case PY_SPY -> () -> spied(worker);
            case ABORT -> () -> aborted(worker);
        };
    }

    private static String asked(StackSource worker) throws IOException {
        Optional<String> socket = ProcStatus.variable(worker.pid(), WorkerSockets.VARIABLE);
        if (socket.isEmpty()) throw new IOException("the worker was given none");
        Path path = Path.of(socket.get());
        if (!Files.exists(path)) {
            throw new IOException(
                    "the script does not serve it, within"
                            + " torch.distributed.elastic.control_plane.worker_main()");
        }
        return told(new WorkerServer(path, LONGEST_ANSWER).dumpTraceback());
    }

    private String spied(StackSource worker) throws IOException {
        if (pySpy.isEmpty()) {
            throw new IOException("it is not installed here (pip install py-spy)");
        }
        return told(pySpy.get().dump(worker.pid()));
    }

    private String aborted(StackSource worker) throws IOException {
        if (abort.isEmpty()) {
            throw new IOException("not tried, for it ends the worker and nobody agreed to that");
        }
        return new LastStack(worker, abort.get()).read();
    }

    /** A worker may say what it likes, and as much. */
    private static String cut(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT);
    }

    private static String told(String text) throws IOException {
        if (text.isBlank()) throw new IOException("the answer is empty");
        return text;
    }
}
