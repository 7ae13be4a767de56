package dev.muster.agent.demo;

import dev.muster.agent.demo.Plot.Act;
import dev.muster.agent.demo.Plot.Crash;
import dev.muster.agent.demo.Plot.Hang;
import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.StopTerms;
import dev.muster.agent.job.WorkerDevices;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerStreams;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The runs that the demo comes with. */
final class Plots {
    private static final String OUT_OF_MEMORY =
            "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 2 has a"
                    + " total capacity of 31.74 GiB of which 412.00 MiB is free.";

    /** Rank 5 falls silent for a while, rank 2 crashes, and the second attempt succeeds. */
    static final Plot HANG_CRASH_AND_RECOVERY =
            new Plot(
                    List.of(
                            new Act(
                                    Duration.ofMinutes(5),
                                    List.of(
                                            new Hang(
                                                    new LocalRank(5),
                                                    Duration.ofMillis(3_500),
                                                    Duration.ofSeconds(13)),
                                            new Crash(
                                                    new LocalRank(2),
                                                    Duration.ofSeconds(26),
                                                    new WorkerExit.Failed(1),
                                                    new FailureCause.Raised(OUT_OF_MEMORY),
                                                    outOfMemory())))),
                    new Act(Duration.ofSeconds(45), List.of()));

    /** Rank 1 fails in every attempt until no restart is left. */
    static final Plot BAD_CHECKPOINT =
            new Plot(
                    List.of(),
                    new Act(
                            Duration.ofMinutes(5),
                            List.of(
                                    new Crash(
                                            new LocalRank(1),
                                            Duration.ofSeconds(19),
                                            new WorkerExit.Failed(3),
                                            new FailureCause.Exited(),
                                            List.of(
                                                    "checkpoint /data/ckpt/step_900 is truncated:"
                                                            + " 1,048,576 of 7,340,032 bytes")))));

    static final Plot EVALUATION = Plot.calm(Duration.ofSeconds(191));

    private Plots() {}

    /** A script under the demo's own folder, which need not exist. */
    static JobSpec script(String name, int workers, int maxRestarts) {
        return new JobSpec(
                new Entrypoint.Script("/demo/" + name),
                Optional.of(Path.of("/usr/bin/python3")),
                List.of(),
                workers,
                maxRestarts,
                "default",
                Optional.empty(),
                Optional.empty(),
                Path.of("/demo"),
                Map.of(),
                WorkerDevices.ALL,
                WorkerStreams.PLAIN,
                Optional.empty(),
                StopTerms.DEFAULT);
    }

    private static List<String> outOfMemory() {
        String torch = "/demo/.venv/lib/python3.12/site-packages/torch/";
        return List.of(
                "Traceback (most recent call last):",
                "  File \"/demo/train.py\", line 88, in <module>",
                "    train(model, loader, optimizer)",
                "  File \"/demo/train.py\", line 61, in train",
                "    loss.backward()",
                "  File \"%s_tensor.py\", line 648, in backward".formatted(torch),
                "    torch.autograd.backward(",
                "  File \"%sautograd/__init__.py\", line 353, in backward".formatted(torch),
                "    _engine_run_backward(",
                "  File \"%sautograd/graph.py\", line 824, in _engine_run_backward"
                        .formatted(torch),
                "    return Variable._execution_engine.run_backward(",
                OUT_OF_MEMORY);
    }
}
