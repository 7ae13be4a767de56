package dev.muster.agent.stacks;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;

import java.nio.file.Path;

/**
 * A worker to be asked.
 *
 * @param stderr the file that has what it prints there
 */
public record StackSource(Rank rank, LocalRank localRank, long pid, Path stderr) {}
