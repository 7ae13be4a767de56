package dev.muster.store;

import static dev.muster.store.EndsInTime.assertEndsInTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Loss;
import dev.muster.store.protocol.Value;
import dev.muster.store.view.Stall;
import dev.muster.store.view.StallWatch;

import org.junit.jupiter.api.Test;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A store whose whole program is stopped and goes on, as by a debugger or a closed lid. */
class StoppedProgramTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration UNTIL_RESET = Duration.ofMillis(600);

    /** What is stopped: serves until its input ends, and prints that its clients were reset. */
    static final class Program {
        private Program() {}

        static void main() throws IOException {
            var out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
            var watch =
                    new StallWatch(Duration.ofMillis(200), UNTIL_RESET, stall -> tell(stall, out));
            try (var server = StoreServer.open(StoreServerConfig.DEFAULT.withStalls(watch))) {
                out.println(server.address().getPort());
                while (System.in.read() >= 0) {
                    out.println("cut off: " + server.cutOff());
                }
            }
        }
    }

    private static void tell(Stall stall, PrintStream out) {
        if (stall instanceof Stall.ClientsReset) out.println(stall);
    }

    @Test
    void its_clients_are_served_on_as_if_nothing_had_been()
            throws IOException, InterruptedException {
        var program = ChildProgram.of(Program.class).start();
        try (var said = program.inputReader(UTF_8);
                var client = StoreClient.connect(address(said), SOON)) {
            client.set(Key.of("k"), Value.of("v"), SOON);
            client.numKeys(SOON);

            signal(program, "STOP");
            assertThat(program.waitFor(3 * UNTIL_RESET.toMillis(), TimeUnit.MILLISECONDS))
                    .as("it is stopped and not over")
                    .isFalse();
            signal(program, "CONT");

            assertThat(client.get(Key.of("k"), SOON)).isEqualTo(Value.of("v"));
            program.outputWriter().write("\n");
            program.outputWriter().close();
            assertThat(said.readAllLines()).containsExactly("cut off: 0");
        } finally {
            program.destroyForcibly();
        }
    }

    @Test
    void calls_made_while_it_is_stopped_end_in_time_and_cost_nothing_else()
            throws IOException, InterruptedException {
        var program = ChildProgram.of(Program.class).start();
        try (var said = program.inputReader(UTF_8)) {
            var address = address(said);
            try (var client = StoreClient.connect(address, SOON)) {
                signal(program, "STOP");

                assertTimesOut(() -> client.add(Key.of("k"), 1, SHORT));
                assertTimesOut(() -> client.get(Key.of("l"), SHORT));
                assertEndsInTime(
                        SHORT,
                        () ->
                                assertThatExceptionOfType(StoreLost.class)
                                        .isThrownBy(() -> StoreClient.connect(address, SHORT))
                                        .satisfies(
                                                lost ->
                                                        assertThat(lost.loss())
                                                                .isEqualTo(Loss.SILENT)));
                signal(program, "CONT");

                assertThat(client.add(Key.of("k"), 1, SOON)).isGreaterThan(1);
            }
        } finally {
            program.destroyForcibly();
        }
    }

    private static void assertTimesOut(Runnable call) {
        assertEndsInTime(
                SHORT, () -> assertThatExceptionOfType(StoreTimeout.class).isThrownBy(call::run));
    }

    private static InetSocketAddress address(BufferedReader said) throws IOException {
        int port = Integer.parseInt(said.readLine());
        return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
    }

    private static void signal(Process program, String name)
            throws IOException, InterruptedException {
        var kill = new ProcessBuilder("kill", "-" + name, Long.toString(program.pid()));
        assertThat(kill.inheritIO().start().waitFor()).isZero();
    }
}
