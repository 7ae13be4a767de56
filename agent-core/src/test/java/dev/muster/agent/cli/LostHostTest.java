package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.testing.BesideOthers;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Agents that are killed or freeze, above all the one that serves the store where all meet. */
@BesideOthers
@Needs(TestGroup.TORCH)
@Timeout(240)
class LostHostTest extends JobOfNodes {
    /** A node is lost after three seconds. */
    private static final String QUICK =
            "last_call_timeout=1,keep_alive_interval=1,keep_alive_max_attempt=3";

    /** Five seconds after that, and as many for a machine that is busy with other tests. */
    private static final Duration NOTICED = Duration.ofSeconds(13);

    private static final String NEVER_HOST = QUICK + ",is_host=0";
    private static final Pattern SILENT = Pattern.compile(" is lost.*, silent for (\\d+) s");

    @Test
    void when_the_host_of_the_store_is_killed_another_takes_over_and_the_others_go_on()
            throws IOException, InterruptedException {
        startFour();

        job.kill(A);
        for (String survivor : List.of(B, C, D)) job.awaitOutput(survivor, " of 3");
        job.go();

        for (String survivor : List.of(B, C, D)) {
            assertThat(job.sumOf(survivor)).isEqualTo("sum 6 of 3");
        }
        for (String witness : whoSays(A + " is lost from round")) assertNoticedInTime(witness);
        assertThat(whoSays(A + " is lost from round")).isNotEmpty();
        assertThat(whoSays("nobody serves it any more")).hasSize(1);
        assertThat(whoSays(" s they are stopped, for a new round")).isNotEmpty();
    }

    @Test
    @Tag("proof")
    void when_one_of_four_is_killed_the_other_three_go_on()
            throws IOException, InterruptedException {
        startFour();

        job.kill(C);
        for (String survivor : List.of(A, B, D)) job.awaitOutput(survivor, " of 3");
        job.go();

        for (String survivor : List.of(A, B, D)) {
            assertThat(job.sumOf(survivor)).isEqualTo("sum 6 of 3");
        }
        assertThat(whoSays(C + " is lost from")).isNotEmpty();
        for (String witness : whoSays(C + " is lost from")) assertNoticedInTime(witness);
    }

    @Test
    void an_agent_that_freezes_is_missed_by_its_name_and_comes_back_as_a_newcomer()
            throws IOException, InterruptedException {
        startTwo("1:2", QUICK, QUICK);

        job.freeze(B);
        job.awaitTalk(A, B + " is lost from round");
        job.awaitJoined(A, 2);
        job.thaw(B);
        job.awaitJoined(B, 2);
        job.awaitJoined(A, 3);
        job.go();

        assertThat(job.sumOf(A)).isEqualTo("sum 3 of 2");
        assertThat(job.sumOf(B)).isEqualTo("sum 3 of 2");
        assertNoticedInTime(A);
        assertThat(joinedRoundsOf(A)).doesNotHaveDuplicates().isSorted().hasSizeLessThan(6);
        assertThat(joinedRoundsOf(B)).doesNotHaveDuplicates().isSorted().hasSizeLessThan(4);
    }

    @Test
    @Tag("proof")
    void a_host_that_freezes_is_missed_by_its_name_and_the_others_meet_it_again()
            throws IOException, InterruptedException {
        startTwo("1:2", QUICK, QUICK);

        job.freeze(A);
        job.awaitTalk(B, A + " is lost");
        job.thaw(A);
        job.awaitJoined(A, 2);
        job.awaitJoined(B, 2);
        job.go();

        assertThat(job.sumOf(A)).isEqualTo("sum 3 of 2");
        assertThat(job.sumOf(B)).isEqualTo("sum 3 of 2");
        assertNoticedInTime(B);
        assertThat(joinedRoundsOf(A)).doesNotHaveDuplicates().isSorted().hasSizeLessThan(6);
        assertThat(joinedRoundsOf(B)).doesNotHaveDuplicates().isSorted().hasSizeLessThan(6);
    }

    @Test
    void where_nobody_may_take_over_all_end_in_time_and_so_do_spares()
            throws IOException, InterruptedException {
        String conf = NEVER_HOST + ",join_timeout=12";
        startTwo("2", QUICK, conf);
        job.ours(C, with("2", conf));
        job.awaitTalk(C, "a spare:");

        job.kill(A);
        job.awaitTalk(B, " s they are stopped, for a new round");
        assertThat(job.talkOf(B))
                .containsPattern("the workers run on; with no answer in [123] s they are stopped");
        job.awaitTalk(C, "this spare looks for it, given up in 12 s");

        assertThat(job.exitCodeOf(B)).isEqualTo(1);
        assertThat(job.exitCodeOf(C)).isEqualTo(1);
        assertThat(job.talkOf(B)).contains(A + " is lost, silent for");
        assertThat(job.talkOf(B)).contains("so this node gives up");
        assertThat(job.talkOf(C)).contains("so this node gives up");
        assertNoticedInTime(B);
    }

    @Test
    @Tag("proof")
    void where_nobody_may_take_over_the_policy_can_be_to_stop()
            throws IOException, InterruptedException {
        startTwo("1:2", QUICK, NEVER_HOST + ",on_node_loss=stop");

        job.kill(A);

        assertThat(job.exitCodeOf(B)).isEqualTo(1);
        assertThat(job.talkOf(B)).containsPattern("with no answer in [123] s, that ends the job");
    }

    @Test
    @Tag("proof")
    void a_host_that_is_started_again_meets_the_others_in_a_later_round()
            throws IOException, InterruptedException {
        startTwo("2", QUICK, NEVER_HOST);

        job.kill(A);
        job.awaitTalk(B, A + " is lost");
        job.oursAgain(A, with("2", QUICK));
        job.awaitJoined(B, 2);
        job.go();

        assertThat(job.sumOf(B)).isEqualTo("sum 3 of 2");
        assertThat(job.sumOf(A)).isEqualTo("sum 3 of 2");
        assertThat(joinedRoundsOf(B)).doesNotHaveDuplicates().isSorted();
    }

    @Test
    @Tag("proof")
    void where_torchruns_agent_served_the_store_ours_takes_over()
            throws IOException, InterruptedException {
        job.torchruns(A, with("1:2", QUICK));
        job.awaitListening();
        job.ours(B, with("1:2", QUICK));
        job.awaitJoined(B, 1);

        job.kill(A);
        job.awaitTalk(B, "nobody serves it any more");
        job.awaitTalk(B, A + " is lost from round");
        job.go();

        assertThat(job.sumOf(B)).isEqualTo("sum 1 of 1");
        assertNoticedInTime(B);
    }

    private void startFour() throws IOException {
        job.hangTogether();
        job.ours(A, with("2:4", QUICK));
        job.awaitTalk(A, "serving the store");
        for (String node : List.of(B, C, D)) job.ours(node, with("2:4", QUICK));
        for (String node : List.of(A, B, C, D)) job.awaitOutput(node, " of 4");
    }

    private void startTwo(String nodes, String confOfA, String confOfB) throws IOException {
        job.hangTogether();
        job.ours(A, with(nodes, confOfA));
        job.awaitTalk(A, "serving the store");
        job.ours(B, with(nodes, confOfB));
        job.awaitOutput(A, " of 2");
        job.awaitOutput(B, " of 2");
    }

    /** By what the node itself says of how long the other was silent. */
    private void assertNoticedInTime(String node) throws IOException {
        var silence = SILENT.matcher(job.talkOf(node));
        assertThat(silence.find()).isTrue();
        assertThat(Duration.ofSeconds(Long.parseLong(silence.group(1)))).isLessThan(NOTICED);
    }

    private List<String> whoSays(String words) throws IOException {
        var nodes = new ArrayList<String>();
        for (String node : List.of(A, B, C, D)) {
            if (job.talkOf(node).contains(words)) nodes.add(node);
        }
        return nodes;
    }

    private List<Long> joinedRoundsOf(String node) throws IOException {
        return Pattern.compile("round (\\d+): node")
                .matcher(job.talkOf(node))
                .results()
                .map(found -> Long.valueOf(found.group(1)))
                .toList();
    }

    private static String[] with(String nodes, String conf) {
        return new String[] {"--nnodes", nodes, "--rdzv-backend", "c10d", "--rdzv-conf", conf};
    }
}
