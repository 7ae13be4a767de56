package dev.muster.gui;

import dev.muster.agent.event.GpuUsage;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.event.WorkerUsage;
import dev.muster.agent.job.Rank;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** What the workers of a gallery's run used in the last minutes. */
final class GalleryUsage {
    private static final int POINTS = 240;

    private GalleryUsage() {}

    static List<RunUsage> of(int ranks, boolean gpus) {
        var measured = new ArrayList<RunUsage>();
        for (int k = 0; k < POINTS; k++) {
            var at = Gallery.NOW.minus(Duration.ofSeconds(2L * (POINTS - 1 - k)));
            measured.add(new RunUsage(at, workers(ranks, gpus, k), List.of()));
        }
        return measured;
    }

    private static Map<Rank, WorkerUsage> workers(int ranks, boolean gpus, int point) {
        var workers = new HashMap<Rank, WorkerUsage>();
        for (int rank = 0; rank < ranks; rank++) {
            workers.put(new Rank(rank), worker(rank, gpus, point));
        }
        return workers;
    }

    private static WorkerUsage worker(int rank, boolean gpus, int point) {
        double wave = Math.sin(point / 9.0 + rank) * 0.12 + Math.sin(point * 1.7 + rank * 3) * 0.08;
        boolean hangs = rank == 5 && point > 190;
        double cores = hangs ? 0.02 : 1.05 + wave + (rank == 3 ? 0.5 : 0);
        boolean saves = point % 60 < 4;
        return new WorkerUsage(
                cores,
                (long) (6.4e9 + rank * 8e7 + Math.min(point, 60) * 1.2e7),
                hangs ? 0 : 4.2e7 + wave * 6e7,
                saves && rank == 0 ? 3.1e8 : 2e4,
                14,
                3,
                gpus
                        ? Optional.of(
                                new GpuUsage(
                                        (long) (3.1e10 + rank * 2e8),
                                        OptionalInt.of(hangs ? 100 : (int) (88 + wave * 40))))
                        : Optional.empty());
    }
}
