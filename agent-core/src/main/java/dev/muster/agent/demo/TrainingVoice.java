package dev.muster.agent.demo;

import dev.muster.agent.job.LocalRank;

import java.time.Duration;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** What a training script prints. The loss falls as losses do: fast, then hardly. */
final class TrainingVoice {
    private static final int STEPS_BETWEEN_CHECKPOINTS = 20;

    private final RandomGenerator random;
    private int step;

    TrainingVoice(RandomGenerator random, int firstStep) {
        this.random = random;
        step = firstStep;
    }

    int step() {
        return step;
    }

    void nextStep() {
        step++;
    }

    boolean hasJustSaved() {
        return step % STEPS_BETWEEN_CHECKPOINTS == 0;
    }

    String greeting(LocalRank rank, int worldSize, boolean resumes) {
        return resumes
                ? "rank %s of %d: resumed from checkpoint step %d".formatted(rank, worldSize, step)
                : "rank %s of %d: process group is up (gloo)".formatted(rank, worldSize);
    }

    String progress() {
        double loss = 0.28 + 2.1 / (1 + step * 0.06) + random.nextDouble(-0.01, 0.01);
        return String.format(
                Locale.ROOT,
                "step %d loss %.3f lr 2.0e-4 · %,d samples/s",
                step,
                loss,
                1_800 + random.nextInt(-15, 16));
    }

    String saved() {
        return "saved checkpoint step " + step;
    }

    String waitsFor(LocalRank rank, Duration since) {
        return "[W] all_reduce at step %d waits for rank %s since %d s"
                .formatted(step, rank, since.toSeconds());
    }

    String wasStuck(Duration lasted) {
        return "[W] data loader was stuck for %d s".formatted(lasted.toSeconds());
    }

    String farewell() {
        return "done: %d steps".formatted(step);
    }
}
