package dev.muster.agent.journal;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.muster.agent.event.BarrierEvent.BarrierAwaited;
import dev.muster.agent.event.BarrierEvent.BarrierBroken;
import dev.muster.agent.event.BarrierEvent.BarrierPassed;
import dev.muster.agent.event.NumberedEvent;
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
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import tools.jackson.databind.json.JsonMapper;

import java.util.Optional;
import java.util.stream.Stream;

class EventJsonTest {
    static Stream<AgentEvent> oneOfEachKind() {
        return SampleEvents.oneOfEachKind().stream();
    }

    @ParameterizedTest
    @MethodSource("oneOfEachKind")
    void a_line_on_disk_is_exactly_as_it_was_yesterday(AgentEvent event) {
        String line = EventJson.line(new NumberedEvent(17, event));

        assertThat(line)
                .isEqualTo(
                        "{\"seq\":17,\"at\":\"2026-03-01T12:00:00.250Z\",\"event\":%s}"
                                .formatted(yesterday(event).replace('\'', '"')));
    }

    /** A new kind of event does not compile here before somebody has said how it is written. */
    private static String yesterday(AgentEvent event) {
        return switch (event) {
            case RunAccepted _ ->
                    "'run-accepted','run':'run-1','host':'gpu-box','agentPid':4711,'spec':"
                            + "{'script':'/jobs/train.py','python':'/usr/bin/python3',"
                            + "'arguments':[],'workers':2,'maxRestarts':0,'role':'default',"
                            + "'workingDirectory':'/work','environmentNames':[],"
                            + "'redirects':'0','tee':'0','graceSeconds':30.0}";
            case StoreOpened _ -> "'store-opened','address':'127.0.0.1','port':29500";
            case AttemptStarted _ ->
                    "'attempt-started','attempt':2,'restartCount':1,'worldSize':8,"
                            + "'because':'rank 3 failed; restart 1 of 3'";
            case WorkerStarted _ ->
                    "'worker-started','rank':3,'localRank':1,'pid':4712,"
                            + "'stdout':'/runs/run-1/attempt_0/3/stdout.log',"
                            + "'stderr':'/runs/run-1/attempt_0/3/stderr.log',"
                            + "'error':'/runs/run-1/attempt_0/3/error.json'";
            case WorkerSilent _ ->
                    "'worker-silent','rank':3,'lastOutput':'2026-03-01T11:59:00.250Z'";
            case WorkerStuck _ -> "'worker-stuck','rank':3,'lastingSeconds':30.25";
            case TimersWatched _ -> "'timers-watched'";
            case TimerExpired _ ->
                    "'timer-expired','rank':3,'pid':4712,'scope':'train.py#10',"
                            + "'expiredAt':'2026-03-01T11:59:59.250Z','signal':'SIGKILL',"
                            + "'because':'the timer ran out'";
            case WorkerHeard _ -> "'worker-heard','rank':3";
            case WorkerExited _ -> "'worker-exited','rank':3,'exitCode':137";
            case SaveAsked _ ->
                    "'save-asked','until':'2026-03-01T12:01:00.250Z','because':'save first'";
            case RestartDelayed _ ->
                    "'restart-delayed','until':'2026-03-01T12:00:04.250Z','because':'too soon'";
            case StopStarted _ ->
                    "'stop-started','forceAt':'2026-03-01T12:00:30.250Z',"
                            + "'because':'stopped by you'";
            case ForceStarted _ -> "'force-started','because':'the grace is over'";
            case FailuresFound _ ->
                    "'failures-found','attempt':2,'failures':[{'rank':3,'localRank':1,'pid':4712,"
                            + "'exitCode':1,'goneAt':'2026-03-01T12:00:00.250000001Z',"
                            + "'asked':false,'cause':'raised','why':'ValueError: bad sample',"
                            + "'errorFile':'/runs/run-1/attempt_0/3/error.json',"
                            + "'toldAt':'2026-03-01T12:00:00.250Z',"
                            + "'lastWords':['ValueError: bad sample']}]";
            case AttemptEnded _ ->
                    "'attempt-ended','attempt':2,'culprit':3,'because':'rank 3 failed'";
            case CommandTaken _ ->
                    "'command-taken','by':'you','what':'restart','accepted':false,"
                            + "'because':'the group is stopping'";
            case Noticed _ -> "'noticed','text':'OMP_NUM_THREADS is not set'";
            case RoundSought _ -> "'round-sought','because':'first start'";
            case NodesSeen _ ->
                    "'nodes-seen','round':4,'complete':true,'nodes':["
                            + "{'name':'a_7_0','address':'a','standing':'member','groupRank':0},"
                            + "{'name':'b_8_0','address':'b','standing':'waiting','groupRank':0,"
                            + "'heardAt':'2026-03-01T12:00:00.250Z'}],'because':'1 node waits'";
            case RoundJoined _ ->
                    "'round-joined','round':4,'groupRank':1,'groupWorldSize':2,'firstRank':8,"
                            + "'worldSize':16,'firstRoleRank':8,'roleWorldSize':16,"
                            + "'masterAddress':'a:29500','jobRestarts':3";
            case NodeLost _ ->
                    "'node-lost','node':'a_7_0','silentSeconds':15.5,'because':'a is lost'";
            case NodeLeft _ -> "'node-left','node':'a_7_0','because':'a left'";
            case NodesWanted _ -> "'nodes-wanted','min':2,'max':3,'because':'asked for by you'";
            case ClockSkewed _ ->
                    "'clock-skewed','node':'a_7_0','aheadSeconds':-7.0,'because':'a is behind'";
            case MeetingPlaceHeard _ ->
                    "'meeting-place-heard','answers':false,'because':'no answer'";
            case RunIdClosed _ -> "'run-id-closed','because':'closed'";
            case BarrierAwaited _ ->
                    "'barrier-awaited','barrier':'exit','since':'2026-03-01T11:59:57.250Z',"
                            + "'arrived':1,'expected':2,'here':['node 0'],'missing':['node 1'],"
                            + "'because':'waiting'";
            case BarrierPassed _ ->
                    "'barrier-passed','barrier':'exit','waitedSeconds':3.25,"
                            + "'because':'all 2 nodes are done'";
            case BarrierBroken _ ->
                    "'barrier-broken','barrier':'peer','missing':['1'],"
                            + "'because':'1 did not enter'";
            case RunEnded _ ->
                    "'run-ended','outcome':'failed','exitCode':137,"
                            + "'because':'all 3 restarts are used'";
        };
    }

    @Test
    void no_kind_of_event_is_left_out_above() {
        assertThat(oneOfEachKind())
                .extracting(Object::getClass)
                .containsExactlyInAnyOrder(kinds(AgentEvent.class).toArray(Class[]::new));
    }

    private static Stream<Class<?>> kinds(Class<?> family) {
        return Stream.of(family.getPermittedSubclasses())
                .flatMap(kind -> kind.isSealed() ? kinds(kind) : Stream.of(kind));
    }

    @Test
    void an_exit_says_whether_it_was_a_code_or_a_signal() {
        assertThat(exited(new WorkerExit.Succeeded())).endsWith("\"exitCode\":0}");
        assertThat(exited(new WorkerExit.Killed(Signal.KILL, false)))
                .endsWith("\"signal\":\"SIGKILL\",\"byAgent\":false}");
        assertThat(exited(new WorkerExit.Killed(Signal.TERM, true)))
                .endsWith("\"signal\":\"SIGTERM\",\"byAgent\":true}");
        assertThat(exited(new WorkerExit.Unkillable())).endsWith("\"unkillable\":true}");
        assertThat(exited(new WorkerExit.NeverStarted("No such file or directory")))
                .endsWith("\"neverStarted\":\"No such file or directory\"}");
    }

    @Test
    void an_attempt_that_nobody_failed_has_no_culprit() {
        var ended = new AttemptEnded(SampleEvents.AT, 0, Optional.empty(), "all are done");

        assertThat(line(ended)).doesNotContain("culprit");
    }

    @ParameterizedTest
    @EnumSource(Outcome.class)
    void an_outcome_is_one_small_word(Outcome outcome) {
        String line = line(new RunEnded(SampleEvents.AT, outcome, 0, "over"));

        assertThat(line).containsPattern("\"outcome\":\"(succeeded|failed|stopped)\"");
    }

    @Test
    void whatever_a_text_holds_the_event_stays_one_line_and_can_be_read_back() {
        String text = "two\nlines\r\t\"quoted\" \\ \u0000 \u001b[31m \u2028 ü 漢 😀";

        String line = line(new Noticed(SampleEvents.AT, text));

        assertThat(line.lines()).hasSize(1);
        assertThat(JsonMapper.shared().readTree(line).path("text").asString()).isEqualTo(text);
    }

    private static String exited(WorkerExit exit) {
        return line(new WorkerExited(SampleEvents.AT, new Rank(0), exit));
    }

    private static String line(AgentEvent event) {
        return EventJson.line(new NumberedEvent(1, event));
    }
}
