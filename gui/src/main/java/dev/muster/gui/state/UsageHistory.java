package dev.muster.gui.state;

import dev.muster.agent.event.RunUsage;
import dev.muster.agent.job.RunId;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What the workers of runs used since the window was opened. FX thread. */
public final class UsageHistory {
    private static final int MOST_RUNS = 8;

    private final Map<RunId, UsageSeries> byRun = new LinkedHashMap<>();

    /** Takes the latest measurements. The run that was measured longest ago is let go first. */
    public void add(Map<RunId, RunUsage> measured) {
        measured.forEach(
                (run, usage) -> {
                    UsageSeries series =
                            Optional.ofNullable(byRun.remove(run)).orElseGet(UsageSeries::new);
                    series.add(usage);
                    byRun.put(run, series);
                });
        while (byRun.size() > Math.max(MOST_RUNS, measured.size())) {
            byRun.remove(byRun.keySet().iterator().next());
        }
    }

    public Optional<UsageSeries> of(RunId run) {
        return Optional.ofNullable(byRun.get(run));
    }
}
