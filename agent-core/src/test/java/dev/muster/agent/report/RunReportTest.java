package dev.muster.agent.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.history.History;
import dev.muster.agent.history.PastRuns;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SampleSpec;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

class RunReportTest {
    private static final Duration HOUR = Duration.ofHours(1);

    /** Whatever makes a browser fetch, run or leave. Text content cannot hold a real bracket. */
    private static final Pattern REACHES_OUT =
            Pattern.compile(
                    "(?i)<(?:script|link|img|iframe|object|embed|a|form|base|video|audio|image|use)\\b"
                        + "|url\\(|@import|<[^>]*\\son[a-z]+=|javascript:");

    @TempDir private Path folder;
    private PastRuns past;

    @BeforeEach
    void aHome() {
        past = new PastRuns(folder);
    }

    @Test
    void it_says_first_what_it_was_how_it_went_and_why() throws IOException {
        String page = report(past.failed("two", Duration.ZERO, "ValueError: bad sample"));

        assertThat(page)
                .startsWith("<!doctype html>")
                .contains("<h1>train.py</h1>", "Failed after 1 min 0 s.", "No restart is left.")
                .containsSubsequence("Timeline", "Attempts", "Failures", "Last lines", "Settings");
    }

    @Test
    void failures_stand_with_their_tracebacks_the_root_cause_marked() throws IOException {
        String page = report(past.failed("two", Duration.ZERO, "ValueError: bad sample"));

        assertThat(page)
                .contains("root cause", "Traceback (most recent call last):")
                .contains("rank 1</span> failed with exit code 1: ValueError: bad sample");
    }

    @Test
    void the_last_lines_of_every_rank_are_in_it() throws IOException {
        RunId run = past.succeeded("one", Duration.ZERO, HOUR);
        StringBuilder lines = new StringBuilder();
        for (int step = 0; step < 100; step++) lines.append("step ").append(step).append('\n');
        log(run, lines.toString().getBytes(StandardCharsets.UTF_8));

        String page = report(run);

        assertThat(page)
                .contains("the last 40 lines", "step 99", "step 60\n")
                .doesNotContain("step 59\n");
    }

    @Test
    void nothing_in_it_reaches_out_of_the_page() throws IOException {
        String page = report(hostile("<script src=http://evil></script><img src=x onerror=y>"));

        assertThat(REACHES_OUT.matcher(page).find()).isFalse();
        assertThat(page).contains("default-src 'none'");
    }

    @Test
    void what_a_worker_wrote_is_shown_and_means_nothing() throws IOException {
        String page =
                report(
                        hostile(
                                "</pre><b>bold</b> &amp; \u001B[31mred\u001B[0m"
                                    + " \u001B]0;title\u0007 \u202Egpj.exe \u0000 \u009B2J \u2028"
                                    + " 'quoted' \"twice\""));

        assertThat(page)
                .contains("&lt;/pre&gt;&lt;b&gt;bold&lt;/b&gt; &amp;amp; red ␛]0;title␇")
                .contains("&lt;U+202E&gt;gpj.exe", "␀", "&lt;U+009B&gt;2J", "&lt;U+2028&gt;")
                .contains("&#39;quoted&#39; &quot;twice&quot;");
        assertThat(page.chars().filter(c -> c < ' ' && c != '\n' && c != '\t')).isEmpty();
    }

    @Test
    void bytes_that_are_no_text_do_no_harm() throws IOException {
        RunId run = past.succeeded("one", Duration.ZERO, HOUR);
        byte[] bytes = new byte[70_000];
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) (i * 7);
        log(run, bytes);

        assertThat(report(run)).contains("Last lines").endsWith("</html>\n");
    }

    @Test
    void secrets_of_the_run_and_of_this_environment_are_covered_everywhere() throws IOException {
        JobSpec spec =
                SampleSpec.ofScript()
                        .arguments("--api-key", "argument-secret")
                        .environment(Map.of("HF_TOKEN", "variable-secret", "PLAIN", "shown"))
                        .build();
        RunId run = past.write("one", spec, past.begun("one", spec, Duration.ZERO), List.of());
        log(
                run,
                "argument-secret variable-secret inherited-secret shown\n"
                        .getBytes(StandardCharsets.UTF_8));

        String page = report(run);

        assertThat(page)
                .doesNotContain("argument-secret")
                .doesNotContain("variable-secret")
                .doesNotContain("inherited-secret")
                .contains("HF_TOKEN", "•••••• •••••• •••••• shown");
    }

    @Test
    void its_size_is_bounded_whatever_was_written() throws IOException {
        JobSpec spec = SampleSpec.ofScript().workers(60).build();
        var events = new ArrayList<AgentEvent>(past.begun("one", spec, Duration.ZERO));
        for (int i = 0; i < 2_000; i++) {
            events.add(new AgentEvent.Noticed(PastRuns.NOON, "notice " + i + "x".repeat(10_000)));
        }
        RunId run = past.write("one", spec, events, PastRuns.ended(HOUR, Outcome.STOPPED, 143));
        log(run, "y".repeat(1_000_000).getBytes(StandardCharsets.UTF_8));

        assertThat(report(run).length()).isLessThan(12 << 20);
    }

    @Test
    void a_damaged_journal_is_told_at_the_top() throws IOException {
        RunId run = past.succeeded("one", Duration.ZERO, HOUR);
        Path journal = past.folder("one").resolve("events.jsonl");
        Files.writeString(journal, Files.readString(journal) + "{torn");

        assertThat(report(run))
                .contains("The journal is damaged: the last 5 bytes are no whole line");
    }

    @Test
    void a_run_of_which_nothing_can_be_read_has_no_report() throws IOException {
        RunId run = past.succeeded("one", Duration.ZERO, HOUR);
        Files.writeString(past.folder("one").resolve("events.jsonl"), "");

        assertThatThrownBy(() -> report(run))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("run one cannot be reported on");
    }

    /** One whose log, exception and sentences are this text. */
    private RunId hostile(String text) throws IOException {
        RunId run = past.failed("evil", Duration.ZERO, text);
        log(run, (text + "\n").getBytes(StandardCharsets.UTF_8));
        return run;
    }

    private void log(RunId run, byte[] bytes) throws IOException {
        Files.write(past.folder(run.value()).resolve("attempt_0/0/stdout.log"), bytes);
    }

    private String report(RunId run) throws IOException {
        try (History history = History.open(past.home(), InstantSource.fixed(PastRuns.NOON))) {
            return RunReport.of(
                    history.open(run),
                    Map.of("AMBIENT_TOKEN", "inherited-secret"),
                    ZoneOffset.UTC,
                    PastRuns.at(Duration.ofDays(1)));
        }
    }
}
