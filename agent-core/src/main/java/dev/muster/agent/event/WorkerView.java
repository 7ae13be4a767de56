package dev.muster.agent.event;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;

/** One worker of the current attempt. */
public record WorkerView(Rank rank, LocalRank localRank, WorkerCondition condition) {}
