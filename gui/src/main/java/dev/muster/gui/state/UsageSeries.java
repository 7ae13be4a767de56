package dev.muster.gui.state;

import dev.muster.agent.event.GpuUsage;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.event.WorkerUsage;
import dev.muster.agent.job.Rank;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the workers of a run used from its beginning on, in bounded memory: when it is full, each
 * two measurements become one, so that old runs are told more coarsely and never cut off. FX
 * thread.
 */
public final class UsageSeries {
    /** What is measured of a worker; the order of the columns. */
    public enum Column {
        CORES,
        RESIDENT,
        READ,
        WRITTEN,
        GPU_BUSY,
        GPU_MEMORY
    }

    private static final int COLUMNS = Column.values().length;

    /** Of all columns of all ranks: 6 MB. */
    private static final int MOST_FIGURES = 1_500_000;

    private static final int FEWEST_POINTS = 60;
    private static final int MOST_POINTS = 900;

    /** One measurement. */
    private static final class Point {
        private final Instant at;
        private final int[] ranks; // whose figures stand here, in order
        private final float[] figures; // of each rank, column by column
        private final float[] sum; // of what was measured before anybody looked, all there is

        Point(Instant at, int[] ranks, float[] figures, float[] sum) {
            this.at = at;
            this.ranks = ranks;
            this.figures = figures;
            this.sum = sum;
        }
    }

    private final List<Point> points = new ArrayList<>();
    private int stride = 1; // measurements that make a point
    private int inLast; // how many of them the last point has

    /** Takes a measurement that is newer than the last; any other changes nothing. */
    public boolean add(RunUsage usage) {
        if (points.isEmpty()) {
            usage.past().stream()
                    .filter(sum -> sum.at().isBefore(usage.at()))
                    .forEach(sum -> points.add(past(sum)));
            inLast = 1;
        }
        if (!points.isEmpty() && !usage.at().isAfter(points.getLast().at)) return false;
        Point next = point(usage);
        if (!points.isEmpty() && inLast < stride) {
            points.set(points.size() - 1, mean(points.getLast(), next, inLast));
            inLast++;
        } else {
            points.add(next);
            inLast = 1;
        }
        if (points.size() > most(usage.byRank().size())) thin();
        return true;
    }

    public int size() {
        return points.size();
    }

    public Instant at(int point) {
        return points.get(point).at;
    }

    /** The ranks that were measured last. */
    public List<Rank> ranks() {
        return points.isEmpty()
                ? List.of()
                : Arrays.stream(points.getLast().ranks).mapToObj(Rank::new).toList();
    }

    /** A rank's figures, one for each point; NaN where nothing is known. */
    public Figures of(Rank rank, Column column) {
        float[] line = new float[points.size()];
        for (int k = 0; k < line.length; k++) line[k] = figure(points.get(k), rank, column);
        return new Figures(line);
    }

    /** The sums over all ranks, one for each point; NaN where nothing is known. */
    public Figures sum(Column column) {
        float[] line = new float[points.size()];
        for (int k = 0; k < line.length; k++) line[k] = points.get(k).sum[column.ordinal()];
        return new Figures(line);
    }

    /** Whether any rank ever told of a GPU. */
    public boolean hasGpu() {
        int memory = Column.GPU_MEMORY.ordinal();
        return points.stream().anyMatch(point -> !Float.isNaN(point.sum[memory]));
    }

    private static float figure(Point point, Rank rank, Column column) {
        int row = Arrays.binarySearch(point.ranks, rank.value());
        return row < 0 ? Float.NaN : point.figures[row * COLUMNS + column.ordinal()];
    }

    private static int most(int ranks) {
        return Math.clamp(MOST_FIGURES / Math.max(1L, ranks * COLUMNS), FEWEST_POINTS, MOST_POINTS);
    }

    private static Point past(RunUsage.Sum past) {
        float[] sum = new float[COLUMNS];
        Arrays.fill(sum, Float.NaN);
        sum[Column.CORES.ordinal()] = (float) past.cores();
        sum[Column.RESIDENT.ordinal()] = past.residentBytes();
        return new Point(past.at(), new int[0], new float[0], sum);
    }

    private Point point(RunUsage usage) {
        int[] ranks = usage.byRank().keySet().stream().mapToInt(Rank::value).sorted().toArray();
        if (!points.isEmpty() && Arrays.equals(ranks, points.getLast().ranks)) {
            ranks = points.getLast().ranks; // shared as long as nobody comes or goes
        }
        float[] figures = new float[ranks.length * COLUMNS];
        float[] sum = new float[COLUMNS];
        Arrays.fill(sum, Float.NaN);
        for (int row = 0; row < ranks.length; row++) {
            write(usage.byRank(), new Rank(ranks[row]), figures, row * COLUMNS);
            for (int column = 0; column < COLUMNS; column++) {
                float figure = figures[row * COLUMNS + column];
                if (Float.isNaN(figure)) continue;
                sum[column] = Float.isNaN(sum[column]) ? figure : sum[column] + figure;
            }
        }
        return new Point(usage.at(), ranks, figures, sum);
    }

    private static void write(Map<Rank, WorkerUsage> byRank, Rank rank, float[] into, int at) {
        WorkerUsage used = byRank.get(rank);
        if (used == null) return;
        Optional<GpuUsage> gpu = used.gpu();
        into[at] = (float) used.cores();
        into[at + 1] = used.residentBytes();
        into[at + 2] = (float) used.readBytesPerSecond();
        into[at + 3] = (float) used.writtenBytesPerSecond();
        into[at + 4] =
                gpu.filter(known -> known.utilisation().isPresent())
                        .map(known -> (float) known.utilisation().getAsInt())
                        .orElse(Float.NaN);
        into[at + 5] = gpu.map(known -> (float) known.memoryBytes()).orElse(Float.NaN);
    }

    /** Of each two, the newer one's time and the mean of both. */
    private void thin() {
        var kept = new ArrayList<Point>();
        for (int k = 0; k + 1 < points.size(); k += 2) {
            kept.add(mean(points.get(k), points.get(k + 1), 1));
        }
        boolean alone = points.size() % 2 == 1;
        if (alone) kept.add(points.getLast());
        points.clear();
        points.addAll(kept);
        stride *= 2;
        inLast = alone ? inLast : stride;
    }

    /** {@code before} counts so often as measurements are in it. */
    private static Point mean(Point before, Point after, int weight) {
        if (before.ranks != after.ranks) return after;
        return new Point(
                after.at,
                after.ranks,
                mean(before.figures, after.figures, weight),
                mean(before.sum, after.sum, weight));
    }

    private static float[] mean(float[] before, float[] after, int weight) {
        float[] mean = new float[after.length];
        for (int k = 0; k < mean.length; k++) {
            mean[k] =
                    Float.isNaN(before[k])
                            ? after[k]
                            : (before[k] * weight + after[k]) / (weight + 1);
        }
        return mean;
    }
}
