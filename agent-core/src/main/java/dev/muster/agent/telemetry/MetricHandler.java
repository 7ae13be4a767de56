package dev.muster.agent.telemetry;

import java.io.PrintStream;
import java.math.BigDecimal;

/** Takes measured values. Called on the thread of whoever reads the run. */
@FunctionalInterface
public interface MetricHandler {
    /** Takes them and does nothing: torch's default. */
    MetricHandler NONE = _ -> {};

    void emit(MetricData data);

    /** A line each, as torch's console handler writes them: {@code [time][group]: name=value}. */
    static MetricHandler console(PrintStream out) {
        return data -> {
            long micros =
                    Math.multiplyExact(data.timestamp().getEpochSecond(), 1_000_000L)
                            + data.timestamp().getNano() / 1000;
            out.printf(
                    "[%s][%s]: %s=%d%n",
                    BigDecimal.valueOf(micros, 6).toPlainString(),
                    data.groupName(),
                    data.name(),
                    data.value());
        };
    }
}
