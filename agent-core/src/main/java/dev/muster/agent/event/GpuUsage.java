package dev.muster.agent.event;

import java.util.OptionalInt;

/**
 * What a worker uses of its GPUs.
 *
 * @param memoryBytes of all of them, by its processes only
 * @param utilisation percent of the time that the busiest of them was busy, with anybody's work
 */
public record GpuUsage(long memoryBytes, OptionalInt utilisation) {}
