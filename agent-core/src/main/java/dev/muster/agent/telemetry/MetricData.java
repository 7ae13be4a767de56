package dev.muster.agent.telemetry;

import java.time.Instant;

/** One measured value. */
public record MetricData(Instant timestamp, String groupName, String name, long value) {}
