package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.LinePrefix;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.WorkerStreams;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;

/** Where the output goes, as the flags say it (elastic-agent §4.3–4.5). */
class StreamChecksTest extends CheckedLaunch {
    private static final LocalRank ZERO = new LocalRank(0);

    @Test
    void a_teed_stream_is_filed_too_and_one_that_is_neither_is_shown_as_it_is() {
        WorkerStreams streams = read("--tee 0:1 --redirects 1:1");

        assertThat(streams.isFiled(ZERO, LogStream.STDOUT)).isTrue();
        assertThat(streams.isTeed(ZERO, LogStream.STDOUT)).isTrue();
        assertThat(streams.isPlain(ZERO, LogStream.STDOUT)).isFalse();
        assertThat(streams.isPlain(ZERO, LogStream.STDERR)).isTrue();
        assertThat(streams.isFiled(new LocalRank(1), LogStream.STDOUT)).isTrue();
        assertThat(streams.isTeed(new LocalRank(1), LogStream.STDOUT)).isFalse();
        assertThat(streams.isPlain(new LocalRank(1), LogStream.STDOUT)).isFalse();
    }

    @Test
    void local_ranks_that_the_filter_leaves_out_are_filed_and_not_shown() {
        WorkerStreams streams = read("--tee 3 --local-ranks-filter=1,+2");

        assertThat(streams.isTeed(ZERO, LogStream.STDOUT)).isFalse();
        assertThat(streams.isFiled(ZERO, LogStream.STDOUT)).isTrue();
        assertThat(streams.isTeed(new LocalRank(2), LogStream.STDERR)).isTrue();
        assertThat(read("--local-ranks-filter 1").isPlain(ZERO, LogStream.STDOUT)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "1,", "1;2", "1.5", "99999999999"})
    void a_filter_that_is_no_list_of_integers_is_refused(String text) {
        assertThat(onlyProblem(LaunchField.LOCAL_RANKS_FILTER, text))
                .isEqualTo(
                        "--local-ranks-filter: found \"%s\", expected a comma-separated list of integers, e.g. 0,1,2"
                                .formatted(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            value = {
                "loss @ loss",
                "a,b @ a|b",
                "a,,b @ a,b",
                ",, @ ,",
                "a,,,b @ a,|b",
                "a, @ a|",
                "' a ,b ' @ ' a |b '",
            })
    void filters_are_separated_by_commas_and_two_commas_are_one(String text, String meant) {
        var streams =
                ready(draft.with(LaunchField.STDERR_DUPLICATES, text).with(LaunchField.TEE, "3"))
                        .streams();

        assertThat(streams.duplicates())
                .isEqualTo(Map.of(LogStream.STDERR, List.of(meant.split("\\|", -1))));
    }

    @Test
    void the_prefix_is_the_flags_else_the_variables_else_torchruns() {
        assertThat(read("").prefix()).isEqualTo(LinePrefix.DEFAULT);

        environment.put("TORCHELASTIC_LOG_LINE_PREFIX_TEMPLATE", "${rank}> ");
        assertThat(read("").prefix()).isEqualTo(new LinePrefix("${rank}> "));
        assertThat(read("--log-line-prefix-template=x:").prefix()).isEqualTo(new LinePrefix("x:"));

        environment.put("TORCHELASTIC_LOG_LINE_PREFIX_TEMPLATE", "");
        assertThat(read("").prefix()).isEqualTo(LinePrefix.DEFAULT);
    }

    @Test
    void into_the_null_device_means_everything_on_the_console_and_no_log_tree() {
        String flags = "--log-dir /dev/null --tee 3 --redirects 1 --local-ranks-filter 1";

        assertThat(read(flags)).isEqualTo(WorkerStreams.PLAIN);
    }

    @Test
    void an_empty_value_is_as_good_as_none() {
        assertThat(read("--log-dir= --tee= --redirects= --local-ranks-filter="))
                .isEqualTo(WorkerStreams.PLAIN);
    }

    @Test
    void every_flag_has_its_variable() {
        environment.put("PET_TEE", "3");
        environment.put("PET_LOCAL_RANKS_FILTER", "1");
        environment.put("PET_DUPLICATE_STDOUT_FILTERS", "loss");
        environment.put("PET_LOG_LINE_PREFIX_TEMPLATE", ">");

        WorkerStreams streams = read("");

        assertThat(streams.tee().flag()).isEqualTo("3");
        assertThat(streams.localRanksFilter()).containsExactly(1);
        assertThat(streams.duplicates()).containsEntry(LogStream.STDOUT, List.of("loss"));
        assertThat(streams.prefix()).isEqualTo(new LinePrefix(">"));
    }

    @Test
    void ranks_that_are_not_there_are_a_remark_and_no_error() {
        var spec = ready(readDraft("--nproc-per-node 2 --tee 9:1 --local-ranks-filter 0,2,-1"));

        assertThat(StreamRemarks.on(spec))
                .containsExactly(
                        "--tee names local rank 9, and the workers here are 0 to 1",
                        "--local-ranks-filter names local rank -1, 2, and the workers here are 0 to"
                                + " 1");
    }

    @Test
    void filters_of_a_stream_that_is_not_teed_are_a_remark() {
        var spec = ready(readDraft("--tee 0:2 --duplicate-stdout-filters a"));

        assertThat(StreamRemarks.on(spec))
                .containsExactly(
                        "--duplicate-stdout-filters looks at tee'd lines, and --tee names no"
                                + " stdout");
    }

    private WorkerStreams read(String flags) {
        return ready(readDraft(flags)).streams();
    }

    private LaunchDraft readDraft(String flags) {
        LaunchReading reading =
                RunFlags.read(List.of((flags + " train.py").strip().split(" ", -1)), environment);
        assertThat(reading.problems()).isEmpty();
        return reading.draft();
    }
}
