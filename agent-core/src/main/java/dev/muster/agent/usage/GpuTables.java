package dev.muster.agent.usage;

import dev.muster.agent.event.GpuUsage;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the vendors' programs print, read. Lines that say something else are passed over. */
final class GpuTables {
    private static final long MEBI = 1 << 20;

    /** {@code "PID4711": "python3, 1, 8478720, 0, 12"}: name, GPUs, memory, SDMA, occupancy. */
    private static final Pattern ROCM_PROCESS =
            Pattern.compile("\"PID([0-9]{1,10})\"\\s*:\\s*\"([^\"]{0,400})\"");

    private static final int ROCM_MEMORY_FROM_END = 3;

    private GpuTables() {}

    /**
     * @param processes lines of {@code gpu uuid, pid, MiB}
     * @param devices lines of {@code gpu uuid, percent}
     */
    static Map<Long, GpuUsage> ofNvidia(String processes, String devices) {
        var utilisation = new HashMap<String, OptionalInt>();
        for (List<String> device : rows(devices, 2)) {
            utilisation.put(device.getFirst(), percent(device.get(1)));
        }
        var byPid = new HashMap<Long, GpuUsage>();
        for (List<String> process : rows(processes, 3)) {
            if (!isNumber(process.get(1))) continue;
            var usage =
                    new GpuUsage(
                            number(process.get(2)) * MEBI,
                            utilisation.getOrDefault(process.getFirst(), OptionalInt.empty()));
            byPid.merge(number(process.get(1)), usage, UsageMeter::sum);
        }
        return byPid;
    }

    /** The processes' part of its JSON. */
    static Map<Long, GpuUsage> ofRocm(String json) {
        var byPid = new HashMap<Long, GpuUsage>();
        Matcher process = ROCM_PROCESS.matcher(json);
        while (process.find()) {
            List<String> fields = fields(process.group(2));
            if (fields.size() < ROCM_MEMORY_FROM_END) continue;
            byPid.put(
                    number(process.group(1)),
                    new GpuUsage(
                            number(fields.get(fields.size() - ROCM_MEMORY_FROM_END)),
                            percent(fields.getLast())));
        }
        return byPid;
    }

    private static List<List<String>> rows(String text, int columns) {
        return text.lines()
                .map(GpuTables::fields)
                .filter(fields -> fields.size() == columns)
                .toList();
    }

    private static List<String> fields(String line) {
        return Pattern.compile(",").splitAsStream(line).map(String::strip).toList();
    }

    private static boolean isNumber(String text) {
        return text.matches("[0-9]{1,15}");
    }

    /** 0 for {@code [N/A]} and the like. */
    private static long number(String text) {
        return isNumber(text) ? Long.parseLong(text) : 0;
    }

    private static OptionalInt percent(String text) {
        return text.matches("[0-9]{1,3}")
                ? OptionalInt.of(Integer.parseInt(text))
                : OptionalInt.empty();
    }
}
