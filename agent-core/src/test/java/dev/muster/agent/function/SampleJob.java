package dev.muster.agent.function;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Map;

/** What users' Java functions look like. */
public final class SampleJob {
    private SampleJob() {}

    public static Map<String, Object> describe(int count, String name, Map<String, Double> rates) {
        return Map.of(
                "rank",
                Integer.parseInt(System.getenv("RANK")),
                "said",
                Arrays.asList(name, count, rates.get("lr"), null));
    }

    public static void fail() {
        throw new IllegalStateException("no such sample");
    }

    public static Object endless() {
        var values = new ArrayList<Object>();
        values.add(values);
        return values;
    }

    public static Object unfit() {
        return new Object();
    }
}
