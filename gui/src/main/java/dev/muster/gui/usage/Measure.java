package dev.muster.gui.usage;

import dev.muster.gui.state.UsageSeries.Column;

import java.util.Locale;

/** What a chart is about, and how its figures are written. */
enum Measure {
    CORES("CPU", Column.CORES, "core"),
    RESIDENT("Memory", Column.RESIDENT, "B"),
    READ("Disk, read", Column.READ, "B/s"),
    WRITTEN("Disk, written", Column.WRITTEN, "B/s"),
    GPU_BUSY("GPU, busy", Column.GPU_BUSY, "%"),
    GPU_MEMORY("GPU memory", Column.GPU_MEMORY, "B");

    private static final String[] SIZES = {"", "k", "M", "G", "T", "P"};

    private final String title;
    private final Column column;
    private final String unit;

    Measure(String title, Column column, String unit) {
        this.title = title;
        this.column = column;
        this.unit = unit;
    }

    String title() {
        return title;
    }

    Column column() {
        return column;
    }

    boolean isOfGpu() {
        return this == GPU_BUSY || this == GPU_MEMORY;
    }

    /** Whether the sum over ranks says anything: of percentages of shared devices it does not. */
    boolean adds() {
        return this != GPU_BUSY;
    }

    /** {@code 1.02 cores}, {@code 7.1 GB}, {@code 340 kB/s}, {@code 87 %}. */
    String words(double figure) {
        if (Double.isNaN(figure)) return "–";
        return switch (this) {
            case CORES ->
                    String.format(Locale.ROOT, figure < 100 ? "%.2f cores" : "%,.0f cores", figure);
            case GPU_BUSY -> String.format(Locale.ROOT, "%.0f %%", figure);
            default -> sized(figure);
        };
    }

    /** The same where the unit stands nearby. */
    String brief(double figure) {
        return this == CORES ? words(figure).replace(" cores", "") : words(figure);
    }

    /** The same for an axis, where figures are round. */
    String mark(double figure) {
        return switch (this) {
            case CORES -> plain(figure);
            case GPU_BUSY -> plain(figure) + " %";
            default -> figure == 0 ? "0" : roundSize(figure);
        };
    }

    private String sized(double figure) {
        int size = sizeOf(figure);
        double amount = figure / Math.pow(1000, size);
        return String.format(
                Locale.ROOT,
                size == 0 || amount >= 99.95 ? "%.0f %s%s" : "%.1f %s%s",
                amount,
                SIZES[size],
                unit);
    }

    private String roundSize(double figure) {
        int size = sizeOf(figure);
        return "%s %s%s".formatted(plain(figure / Math.pow(1000, size)), SIZES[size], unit);
    }

    private static int sizeOf(double figure) {
        int size = 0;
        for (double rest = figure; rest >= 999.95 && size < SIZES.length - 1; rest /= 1000) size++;
        return size;
    }

    private static String plain(double figure) {
        String text = String.format(Locale.ROOT, "%.2f", figure);
        return text.replaceAll("\\.?0+$", "");
    }
}
