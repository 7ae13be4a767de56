package dev.muster.agent.event;

import java.time.Instant;

/** A barrier at which we wait, as of a snapshot. */
public record BarrierView(BarrierKind kind, Instant since, Attendance attendance) {}
