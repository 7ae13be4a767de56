package dev.muster.store.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The rows so far, as Markdown. Medians; the spread is that of the ratios of the pairs. */
final class Table {
    private static final String BEGIN = "<!-- side by side: begin -->";
    private static final String END = "<!-- side by side: end -->";

    private final List<String> rows = new ArrayList<>();

    Table() {
        rows.add("| what | PyTorch | ours | ratio | spread | C ratio | target | |");
        rows.add("| --- | --- | --- | --- | --- | --- | --- | --- |");
    }

    /** {@code c} is empty where it was not asked. */
    String add(String name, String unit, double[] ours, double[] torch, double[] c, Target target) {
        double cRatio = c.length == 0 ? Double.NaN : median(c) / median(torch);
        double[] ratios =
                ours.length == torch.length
                        ? IntStream.range(0, ours.length)
                                .mapToDouble(i -> ours[i] / torch[i])
                                .sorted()
                                .toArray()
                        : new double[] {median(ours) / median(torch)};
        String row =
                "| %s | %s %s | %s %s | %s | %s | %s | %s | %s |"
                        .formatted(
                                name,
                                SideBySide.text(median(torch)),
                                unit,
                                SideBySide.text(median(ours)),
                                unit,
                                ratio(median(ratios)),
                                ratio(ratios[0]) + "–" + ratio(ratios[ratios.length - 1]),
                                c.length == 0 ? "" : ratio(cRatio),
                                target,
                                verdict(target, median(ratios), median(ours), cRatio));
        rows.add(row);
        return row;
    }

    /** Puts itself where the last one stood in {@code file}. */
    void keep(Path file) throws IOException {
        String text = Files.readString(file, UTF_8);
        int from = text.indexOf(BEGIN);
        int to = text.indexOf(END);
        if (from < 0 || to < from) {
            throw new IOException("%s has no place for the table: %s".formatted(file, BEGIN));
        }
        String table = String.join("\n", rows);
        Files.writeString(
                file,
                text.substring(0, from) + BEGIN + "\n" + table + "\n" + text.substring(to),
                UTF_8);
    }

    private static String verdict(Target target, double ratio, double ours, double c) {
        if (target.equals(Target.NONE)) return "";
        if (target.isMet(ratio, ours)) return "met";
        boolean kernel = !Double.isNaN(c) && !target.isMet(c, ours);
        return kernel ? "**open**, and so for C" : "**open**";
    }

    private static double median(double[] figures) {
        double[] sorted = figures.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static String ratio(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }
}
