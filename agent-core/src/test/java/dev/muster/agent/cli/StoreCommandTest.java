package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.agent.job.Signal;
import dev.muster.store.StoreClient;
import dev.muster.store.StoreServerConfig;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;
import dev.muster.testing.BesideOthers;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

@BesideOthers
class StoreCommandTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Key KEY = Key.of("k");
    private static final Value VALUE = Value.of("v");

    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource({"1, 129", "2, 130", "15, 143"})
    void it_says_where_it_listens_in_one_line_and_ends_by_a_signal(int signal, int exitCode)
            throws IOException, InterruptedException {
        try (var muster = MusterProcess.start(folder, "store", "--port", "0")) {
            try (var client = connect(muster)) {
                client.set(KEY, VALUE, SOON);
                assertThat(client.get(KEY, SOON)).isEqualTo(VALUE);
            }
            muster.signal(new Signal(signal));
            var ended = muster.awaitEnd();

            assertThat(ended.exitCode()).isEqualTo(exitCode);
            assertThat(ended.out()).matches("READY \\d+ 127\\.0\\.0\\.1\n");
            assertThat(ended.err()).doesNotContain("WARNING");
        }
    }

    @Test
    void clients_that_are_there_finish_before_it_ends() throws IOException, InterruptedException {
        try (var muster = MusterProcess.start(folder, "store", "--port", "0")) {
            try (var client = connect(muster)) {
                muster.signal(Signal.TERM);
                muster.awaitTalk(
                        "SIGTERM: ends when its client has left, after 30 s at the latest");
                client.set(KEY, VALUE, SOON);
                assertThat(client.get(KEY, SOON)).isEqualTo(VALUE);
            }
            assertThat(muster.awaitEnd().exitCode()).isEqualTo(143);
        }
    }

    @Test
    void a_second_signal_ends_it_at_once() throws IOException, InterruptedException {
        try (var muster = MusterProcess.start(folder, "store", "--port", "0", "--grace", "900");
                var _ = connect(muster)) {
            muster.signal(Signal.TERM);
            muster.awaitTalk("a second signal ends it at once");
            muster.signal(Signal.INT);

            assertThat(muster.awaitEnd().exitCode()).isEqualTo(130);
        }
    }

    @Test
    void it_ends_with_its_input_only_if_it_is_asked_to() throws IOException, InterruptedException {
        var ended = MusterProcess.run(folder, "store", "--port", "0", "--until-stdin-closes");

        assertThat(ended.exitCode()).isZero();
        assertThat(ended.out()).startsWith("READY ");
    }

    @ParameterizedTest
    @CsvSource({
        "--host localhost, \"localhost\" is no address in numbers",
        "--allow 127.0.0.1;gpu-box, \"gpu-box\" is no address in numbers",
        "--port 70000, port: 70000 (expected: 0..65535)",
        "--dialect D, \"D\" (expected: A; B; C; detect; detect-with-watches)",
        "--max-connections 0, maxConnections: 0 (expected: > 0)",
        "--grace -1, grace: -1 (expected: >= 0)",
        "--host 192.0.2.1, cannot listen on 192.0.2.1:29500: no network interface",
        "--bogus, Unknown option: '--bogus'",
    })
    void what_cannot_be_is_refused_in_one_sentence(String line, String sentence)
            throws IOException, InterruptedException {
        var ended = MusterProcess.run(folder, ("store " + line.replace(';', ',')).split(" "));

        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err().lines()).hasSize(1);
        assertThat(ended.err()).startsWith("muster store: ").contains(sentence.replace(';', ','));
        assertThat(MusterProcess.home(folder)).doesNotExist();
    }

    @Test
    void a_store_that_strangers_can_reach_warns_unless_it_names_who_may() {
        var reachable = StoreServerConfig.DEFAULT.withAddress(InetAddress.ofLiteral("0.0.0.0"));
        var friends = Set.of(InetAddress.ofLiteral("192.0.2.7"));

        assertThat(StoreCommand.exposure(reachable).orElseThrow())
                .startsWith("warning: whoever reaches 0.0.0.0 can read and replace all")
                .contains("--allow");
        assertThat(StoreCommand.exposure(reachable.withPeers(friends))).isEmpty();
        assertThat(StoreCommand.exposure(StoreServerConfig.DEFAULT)).isEmpty();
    }

    @Test
    void an_address_that_is_not_allowed_is_turned_away_with_one_line()
            throws IOException, InterruptedException {
        try (var muster =
                MusterProcess.start(folder, "store", "--port", "0", "--allow", "127.0.0.9")) {
            var address = address(muster);
            try (var stranger = new Socket(address.getAddress(), address.getPort())) {
                assertThat(stranger.getInputStream().read()).isNegative();
            }
            muster.signal(Signal.TERM);

            assertThat(muster.awaitEnd().err().lines())
                    .singleElement()
                    .asString()
                    .contains("WARNING", "turned 127.0.0.1:", "not among those that are served");
        }
    }

    private StoreClient connect(MusterProcess muster) throws IOException {
        return StoreClient.connect(address(muster), SOON);
    }

    private InetSocketAddress address(MusterProcess muster) throws IOException {
        muster.awaitOutput("\n");
        var words = Files.readString(folder.resolve("muster.out"), UTF_8).strip().split(" ");
        return new InetSocketAddress(InetAddress.ofLiteral(words[2]), Integer.parseInt(words[1]));
    }
}
