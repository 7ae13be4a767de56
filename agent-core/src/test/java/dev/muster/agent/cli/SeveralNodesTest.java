package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.testing.BesideOthers;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Agents of ours that form one job, each ending in a sum of all ranks, mostly over gloo. */
@BesideOthers
@Needs(TestGroup.TORCH)
@Timeout(240)
class SeveralNodesTest extends JobOfNodes {
    private static final String E = "127.0.0.5";
    private static final String QUICK =
            "last_call_timeout=1,keep_alive_interval=1,keep_alive_max_attempt=3";

    @Test
    void nodes_that_were_told_their_ranks_sum_up_together()
            throws IOException, InterruptedException {
        job.ours(A, "--nnodes", "2", "--node-rank", "0");
        job.ours(B, "--nnodes", "2", "--node-rank", "1", "--nproc-per-node", "2");
        job.go();

        assertThat(job.sumOf(A)).isEqualTo("sum 6 of 3");
        assertThat(job.sumOf(B)).isEqualTo("sum 6 of 3");
    }

    @Test
    void nodes_of_different_sizes_sum_up_together() throws IOException, InterruptedException {
        job.withoutTorch();
        job.ours(A, with("--nnodes", "3"));
        job.ours(B, with("--nnodes", "3", "--nproc-per-node", "2"));
        job.ours(C, with("--nnodes", "3", "--nproc-per-node", "3"));
        job.go();

        assertThat(job.sumOf(A)).isEqualTo("sum 21 of 6");
        assertThat(job.sumOf(B)).isEqualTo("sum 21 of 6");
        assertThat(job.sumOf(C)).isEqualTo("sum 21 of 6");
    }

    @Test
    void nodes_that_find_each_other_sum_up_together() throws IOException, InterruptedException {
        job.ours(A, with("--nnodes", "2", "--nproc-per-node", "2"));
        job.ours(B, with("--nnodes", "2", "--nproc-per-node", "2"));
        job.go();

        assertThat(job.sumOf(A)).isEqualTo("sum 10 of 4");
        assertThat(job.sumOf(B)).isEqualTo("sum 10 of 4");
        assertThat(job.talkOf(B)).contains("node 1 of 2, ranks 2 to 3 of 4");
    }

    @Test
    void a_node_that_comes_late_is_taken_into_a_new_round()
            throws IOException, InterruptedException {
        job.ours(A, with("--nnodes", "1:2"));
        job.awaitJoined(A, 1);
        job.ours(B, with("--nnodes", "1:2"));
        job.awaitJoined(B, 1);
        job.go();

        assertThat(job.sumOf(A)).isEqualTo("sum 3 of 2");
        assertThat(job.sumOf(B)).isEqualTo("sum 3 of 2");
        // torchrun deletes what the workers printed before the others came
        assertThat(job.printed(A, "attempt_0")).startsWith("joined");
        assertThat(job.printed(A, "attempt_0.1")).contains("sum 3 of 2");
    }

    @Test
    void a_failure_on_one_node_restarts_the_workers_of_both()
            throws IOException, InterruptedException {
        job.withoutTorch();
        job.ours(A, with("--nnodes", "2", "--max-restarts", "1"));
        job.ours(B, with("--nnodes", "2", "--max-restarts", "1"));
        job.awaitJoined(B, 1);
        job.fail(1);
        job.awaitJoined(A, 2);
        job.go();

        assertThat(job.sumOf(A)).isEqualTo("sum 3 of 2");
        assertThat(job.sumOf(B)).isEqualTo("sum 3 of 2");
        assertThat(job.talkOf(B)).contains("rank 1 failed with exit code 7; restart 1 of 1");
        assertThat(job.talkOf(A)).contains("; restarts of all nodes so far: 1\n");
    }

    @Test
    void a_killed_agent_is_missed_by_its_name_and_replaced()
            throws IOException, InterruptedException {
        job.ours(A, with("--nnodes", "2"));
        job.awaitTalk(A, "serving the store");
        job.ours(B, with("--nnodes", "2"));
        job.awaitJoined(B, 1);
        job.kill(B);
        job.awaitTalk(A, B + " is lost");
        job.ours(C, with("--nnodes", "2"));
        job.awaitJoined(C, 1);
        job.go();

        assertThat(job.sumOf(A)).isEqualTo("sum 3 of 2");
        assertThat(job.sumOf(C)).isEqualTo("sum 3 of 2");
    }

    @Test
    void those_who_fail_with_a_killed_agent_form_a_new_round()
            throws IOException, InterruptedException {
        killOneOfTwo("reform");
        job.awaitTalk(A, B + " is lost");
        job.go();

        assertThat(job.sumOf(A)).isEqualTo("sum 1 of 1");
        assertThat(job.talkOf(A)).contains("looking whether the other nodes live");
        assertThat(job.talkOf(A)).doesNotContain("no restarts were allowed");
    }

    @Test
    void a_killed_agent_ends_the_job_where_that_is_the_policy()
            throws IOException, InterruptedException {
        killOneOfTwo("stop");

        assertThat(job.exitCodeOf(A)).isEqualTo(1);
        assertThat(job.talkOf(A)).contains("that ends the job");
        assertThat(job.talkOf(A)).doesNotContain("no restarts were allowed");
    }

    @Test
    @Tag("proof")
    void a_killed_agent_is_waited_for_where_that_is_the_policy()
            throws IOException, InterruptedException {
        killOneOfTwo("wait");
        job.awaitTalk(A, "waiting for another node in the place of who is lost");
        job.ours(C, withPolicy("wait", "--nnodes", "1:2"));
        job.awaitJoined(C, 1);
        job.go();

        assertThat(job.sumOf(A)).isEqualTo("sum 3 of 2");
        assertThat(job.sumOf(C)).isEqualTo("sum 3 of 2");
    }

    @Test
    void a_failure_that_all_workers_feel_is_that_of_the_node_where_it_began()
            throws IOException, InterruptedException {
        job.hangTogether();
        job.ours(A, with("--nnodes", "2"));
        job.ours(B, with("--nnodes", "2", "--max-restarts", "1"));
        job.awaitJoined(B, 1);
        job.fail(1);
        job.awaitJoined(B, 2);
        job.fail(1);

        assertThat(job.exitCodeOf(B)).isEqualTo(7);
        assertThat(job.exitCodeOf(A)).isEqualTo(7);
        assertThat(job.talkOf(B)).contains("rank 1 failed with exit code 7; restart 1 of 1");
        assertThat(job.talkOf(A)).contains("node 1 (127.0.0.2): rank 1 failed with exit code 7");
    }

    @Test
    @Tag("proof")
    void four_nodes_sum_up_together() throws IOException, InterruptedException {
        startOfFour("4", A, B, C, D);
        job.go();

        for (String node : List.of(A, B, C, D)) {
            assertThat(job.sumOf(node)).isEqualTo("sum 10 of 4");
        }
    }

    @Test
    @Tag("proof")
    void two_of_four_begin_and_those_who_come_late_are_taken_in()
            throws IOException, InterruptedException {
        startOfFour("2:4", A, B);
        for (String node : List.of(A, B)) job.awaitOutput(node, " of 2");
        for (String late : List.of(C, D)) job.ours(late, with("--nnodes", "2:4"));
        for (String node : List.of(A, B, C, D)) job.awaitOutput(node, " of 4");
        job.go();

        for (String node : List.of(A, B, C, D)) {
            assertThat(job.sumOf(node)).isEqualTo("sum 10 of 4");
        }
    }

    @Test
    @Tag("proof")
    void one_of_four_is_killed_and_replaced() throws IOException, InterruptedException {
        startOfFour("2:4", A, B, C, D);
        for (String node : List.of(A, B, C, D)) job.awaitOutput(node, " of 4");
        job.kill(C);
        for (String node : List.of(A, B, D)) job.awaitOutput(node, " of 3");
        job.ours(E, with("--nnodes", "2:4"));
        job.awaitOutput(E, " of 4");
        job.go();

        for (String node : List.of(A, B, D, E)) {
            assertThat(job.sumOf(node)).isEqualTo("sum 10 of 4");
        }
    }

    private void startOfFour(String nodes, String... addresses) throws IOException {
        job.ours(addresses[0], with("--nnodes", nodes));
        job.awaitTalk(addresses[0], "serving the store");
        for (String next : List.of(addresses).subList(1, addresses.length)) {
            job.ours(next, with("--nnodes", nodes));
        }
    }

    private void killOneOfTwo(String policy) throws IOException {
        job.hangTogether();
        job.ours(A, withPolicy(policy, "--nnodes", "1:2"));
        job.awaitTalk(A, "serving the store");
        job.ours(B, withPolicy(policy, "--nnodes", "1:2"));
        job.awaitJoined(B, 1);
        job.kill(B);
    }

    @Test
    void a_spare_takes_the_place_of_a_killed_agent() throws IOException, InterruptedException {
        job.ours(A, with("--nnodes", "2"));
        job.awaitTalk(A, "serving the store");
        job.ours(B, with("--nnodes", "2"));
        job.awaitJoined(B, 1);
        job.ours(C, with("--nnodes", "2"));
        job.awaitTalk(C, "spare");
        job.kill(B);
        job.awaitJoined(C, 1);
        job.go();

        assertThat(job.sumOf(A)).isEqualTo("sum 3 of 2");
        assertThat(job.sumOf(C)).isEqualTo("sum 3 of 2");
    }

    @Test
    void a_spare_that_is_not_needed_ends_well() throws IOException, InterruptedException {
        job.withoutTorch();
        job.ours(A, with("--nnodes", "2"));
        job.ours(B, with("--nnodes", "2"));
        job.awaitJoined(B, 1);
        job.ours(C, with("--nnodes", "2"));
        job.awaitTalk(C, "spare");
        job.go();

        assertThat(job.sumOf(A)).isEqualTo("sum 3 of 2");
        job.awaitSuccess(C);
        assertThat(job.sumOf(C)).isEmpty();
    }

    @Test
    void a_job_is_scaled_down_and_up_while_it_runs() throws IOException, InterruptedException {
        job.withoutTorch();
        for (String node : List.of(A, B, C)) job.ours(node, with("--nnodes", "1:3"));
        for (String node : List.of(A, B, C)) job.awaitOutput(node, " of 3");

        assertThat(job.scale(B, "2").exitCode()).isZero();
        job.awaitTalk(A, "the job may have 2 nodes from now on, no longer 1 to 3 nodes");
        List<String> members = job.awaitOutputOf(2, " of 2", A, B, C);
        String spare =
                Stream.of(A, B, C)
                        .filter(each -> !members.contains(each))
                        .findFirst()
                        .orElseThrow();
        job.awaitTalk(spare, "a spare: every place of round");
        assertThat(job.scale(spare, "2:3").exitCode()).isZero();
        for (String node : List.of(A, B, C)) job.awaitJoined(node, node.equals(spare) ? 2 : 3);
        job.ours(D, with("--nnodes", "1:3"));
        job.awaitTalk(D, "the job may have 2 to 3 nodes, as asked for by");
        job.go();

        for (String node : List.of(A, B, C)) assertThat(job.sumOf(node)).isEqualTo("sum 6 of 3");
        job.awaitSuccess(D);
        assertThat(job.talkOf(A)).doesNotContain("restart 1");
    }

    @Test
    void when_the_restarts_of_one_node_are_used_the_job_ends_on_all()
            throws IOException, InterruptedException {
        job.withoutTorch();
        job.ours(A, with("--nnodes", "2"));
        job.ours(B, with("--nnodes", "2"));
        job.awaitJoined(B, 1);
        job.fail(1);

        assertThat(job.exitCodeOf(B)).isEqualTo(7);
        assertThat(job.exitCodeOf(A)).isEqualTo(7);
        assertThat(job.talkOf(A)).contains("node 1 (127.0.0.2): rank 1 failed with exit code 7");
    }

    /** Something that must come out well every time, and not only most of the times. */
    interface Story {
        void tell(SeveralNodesTest test) throws IOException, InterruptedException;
    }

    private static Map.Entry<String, Story> entry(String name, Story story) {
        return Map.entry(name, story);
    }

    static Stream<Arguments> twentyOfEach() {
        Map<String, Story> stories =
                Map.ofEntries(
                        entry(
                                "static",
                                SeveralNodesTest::nodes_that_were_told_their_ranks_sum_up_together),
                        entry("c10d", SeveralNodesTest::nodes_that_find_each_other_sum_up_together),
                        entry(
                                "late",
                                SeveralNodesTest::a_node_that_comes_late_is_taken_into_a_new_round),
                        entry(
                                "failure",
                                SeveralNodesTest
                                        ::a_failure_on_one_node_restarts_the_workers_of_both),
                        entry(
                                "killed",
                                SeveralNodesTest
                                        ::a_killed_agent_is_missed_by_its_name_and_replaced),
                        entry("spare", SeveralNodesTest::a_spare_takes_the_place_of_a_killed_agent),
                        entry(
                                "reform",
                                SeveralNodesTest
                                        ::those_who_fail_with_a_killed_agent_form_a_new_round),
                        entry(
                                "stop",
                                SeveralNodesTest
                                        ::a_killed_agent_ends_the_job_where_that_is_the_policy),
                        entry(
                                "wait",
                                SeveralNodesTest
                                        ::a_killed_agent_is_waited_for_where_that_is_the_policy),
                        entry(
                                "scaled",
                                SeveralNodesTest::a_job_is_scaled_down_and_up_while_it_runs),
                        entry("sizes", SeveralNodesTest::nodes_of_different_sizes_sum_up_together),
                        entry("four", SeveralNodesTest::four_nodes_sum_up_together),
                        entry(
                                "two of four",
                                SeveralNodesTest
                                        ::two_of_four_begin_and_those_who_come_late_are_taken_in),
                        entry(
                                "killed of four",
                                SeveralNodesTest::one_of_four_is_killed_and_replaced));
        return stories.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .flatMap(
                        story ->
                                IntStream.rangeClosed(1, 20)
                                        .mapToObj(
                                                time ->
                                                        Arguments.of(
                                                                Named.of(
                                                                        story.getKey(),
                                                                        story.getValue()),
                                                                time)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("twentyOfEach")
    @Tag("proof")
    void nodes_of_a_job_come_to_their_sum_every_time(Story story, int time)
            throws IOException, InterruptedException {
        job.insistOnTorch();
        story.tell(this);
    }

    private static String[] with(String... flags) {
        return withPolicy("reform", flags);
    }

    private static String[] withPolicy(String policy, String... flags) {
        var quick =
                Stream.of(
                        "--rdzv-backend", "c10d", "--rdzv-conf", QUICK + ",on_node_loss=" + policy);
        return Stream.concat(Stream.of(flags), quick).toArray(String[]::new);
    }
}
