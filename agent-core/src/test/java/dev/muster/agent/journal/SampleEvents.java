package dev.muster.agent.journal;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.AgentEvent.AttemptEnded;
import dev.muster.agent.event.AgentEvent.AttemptStarted;
import dev.muster.agent.event.AgentEvent.CommandTaken;
import dev.muster.agent.event.AgentEvent.FailuresFound;
import dev.muster.agent.event.AgentEvent.ForceStarted;
import dev.muster.agent.event.AgentEvent.Noticed;
import dev.muster.agent.event.AgentEvent.RestartDelayed;
import dev.muster.agent.event.AgentEvent.RunAccepted;
import dev.muster.agent.event.AgentEvent.RunEnded;
import dev.muster.agent.event.AgentEvent.SaveAsked;
import dev.muster.agent.event.AgentEvent.StopStarted;
import dev.muster.agent.event.AgentEvent.StoreOpened;
import dev.muster.agent.event.AgentEvent.TimerExpired;
import dev.muster.agent.event.AgentEvent.TimersWatched;
import dev.muster.agent.event.AgentEvent.WorkerExited;
import dev.muster.agent.event.AgentEvent.WorkerHeard;
import dev.muster.agent.event.AgentEvent.WorkerSilent;
import dev.muster.agent.event.AgentEvent.WorkerStarted;
import dev.muster.agent.event.AgentEvent.WorkerStuck;
import dev.muster.agent.event.Attendance;
import dev.muster.agent.event.BarrierEvent.BarrierAwaited;
import dev.muster.agent.event.BarrierEvent.BarrierBroken;
import dev.muster.agent.event.BarrierEvent.BarrierPassed;
import dev.muster.agent.event.BarrierKind;
import dev.muster.agent.event.NodeView;
import dev.muster.agent.event.NodeView.Standing;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.RendezvousEvent.ClockSkewed;
import dev.muster.agent.event.RendezvousEvent.MeetingPlaceHeard;
import dev.muster.agent.event.RendezvousEvent.NodeLeft;
import dev.muster.agent.event.RendezvousEvent.NodeLost;
import dev.muster.agent.event.RendezvousEvent.NodesSeen;
import dev.muster.agent.event.RendezvousEvent.NodesWanted;
import dev.muster.agent.event.RendezvousEvent.RoundJoined;
import dev.muster.agent.event.RendezvousEvent.RoundSought;
import dev.muster.agent.event.RendezvousEvent.RunIdClosed;
import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Placement;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerFailure;
import dev.muster.agent.job.WorkerFiles;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One event of every kind, in an order in which a run could tell them. */
public final class SampleEvents {
    public static final Instant AT = Instant.parse("2026-03-01T12:00:00.250Z");
    private static final Rank RANK = new Rank(3);

    private SampleEvents() {}

    public static List<AgentEvent> oneOfEachKind() {
        Path folder = Path.of("/runs/run-1/attempt_0/3");
        return List.of(
                new RunAccepted(
                        AT, new RunId("run-1"), SampleSpec.ofScript().build(), "gpu-box", 4711),
                new StoreOpened(AT, "127.0.0.1", 29500),
                new AttemptStarted(AT, 2, 1, 8, "rank 3 failed; restart 1 of 3"),
                new WorkerStarted(
                        AT,
                        RANK,
                        new LocalRank(1),
                        4712,
                        new WorkerFiles(
                                folder.resolve("stdout.log"),
                                folder.resolve("stderr.log"),
                                folder.resolve("error.json"))),
                new WorkerSilent(AT, RANK, AT.minusSeconds(60)),
                new WorkerHeard(AT, RANK),
                new WorkerStuck(AT, RANK, Duration.ofMillis(30_250)),
                new TimersWatched(AT),
                new TimerExpired(
                        AT,
                        RANK,
                        4712,
                        "train.py#10",
                        AT.minusSeconds(1),
                        Optional.of(Signal.KILL),
                        "the timer ran out"),
                new WorkerExited(AT, RANK, new WorkerExit.Failed(137)),
                new SaveAsked(AT, AT.plusSeconds(60), "save first"),
                new RestartDelayed(AT, AT.plusSeconds(4), "too soon"),
                new StopStarted(AT, AT.plusSeconds(30), "stopped by you"),
                new ForceStarted(AT, "the grace is over"),
                new FailuresFound(
                        AT,
                        2,
                        List.of(
                                new WorkerFailure(
                                        RANK,
                                        new LocalRank(1),
                                        4712,
                                        new WorkerExit.Failed(1),
                                        AT.plusNanos(1),
                                        false,
                                        new FailureCause.Raised("ValueError: bad sample"),
                                        Optional.of(folder.resolve("error.json")),
                                        AT,
                                        List.of("ValueError: bad sample")))),
                new AttemptEnded(AT, 2, Optional.of(RANK), "rank 3 failed"),
                new CommandTaken(AT, "you", "restart", false, "the group is stopping"),
                new Noticed(AT, "OMP_NUM_THREADS is not set"),
                new RoundSought(AT, "first start"),
                new NodesSeen(
                        AT,
                        4,
                        true,
                        List.of(
                                new NodeView("a_7_0", "a", Standing.MEMBER, 0),
                                new NodeView("b_8_0", "b", Standing.WAITING, 0, Optional.of(AT))),
                        "1 node waits"),
                new RoundJoined(
                        AT, 4, new Placement(1, 2, 8, 16, 8, 16), "a:29500", Optional.of(3)),
                new NodeLost(AT, "a_7_0", Duration.ofMillis(15_500), "a is lost"),
                new NodeLeft(AT, "a_7_0", "a left"),
                new NodesWanted(AT, 2, 3, "asked for by you"),
                new ClockSkewed(AT, "a_7_0", Duration.ofSeconds(-7), "a is behind"),
                new MeetingPlaceHeard(AT, false, "no answer"),
                new RunIdClosed(AT, "closed"),
                new BarrierAwaited(
                        AT,
                        BarrierKind.EXIT,
                        AT.minusSeconds(3),
                        new Attendance(1, 2, List.of("node 0"), List.of("node 1")),
                        "waiting"),
                new BarrierPassed(
                        AT, BarrierKind.EXIT, Duration.ofMillis(3250), "all 2 nodes are done"),
                new BarrierBroken(AT, BarrierKind.PEER, List.of("1"), "1 did not enter"),
                new RunEnded(AT, Outcome.FAILED, 137, "all 3 restarts are used"));
    }
}
