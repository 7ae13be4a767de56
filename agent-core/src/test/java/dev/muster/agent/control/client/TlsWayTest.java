package dev.muster.agent.control.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.home.MusterHome;
import dev.muster.agent.pairing.AgentAddress;
import dev.muster.agent.pairing.Identity;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.concurrent.CompletionException;

/** What somebody on the way, who has no key, can have a client believe. */
@Timeout(120)
class TlsWayTest {
    @TempDir private Path folder;
    private ServerSocket listening;
    private Identity own;

    @BeforeEach
    void open() throws IOException {
        listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        own = Identity.of(new MusterHome(folder, folder));
    }

    @AfterEach
    void close() throws IOException {
        listening.close();
    }

    private AgentAddress address() {
        return new AgentAddress("127.0.0.1", listening.getLocalPort());
    }

    /** Says that to everybody who has said something, and hangs up. */
    private void say(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        Thread.ofVirtual().start(() -> serve(bytes));
    }

    private void serve(byte[] bytes) {
        while (!listening.isClosed()) answer(bytes);
    }

    private void answer(byte[] bytes) {
        try (Socket one = listening.accept()) {
            int heard = one.getInputStream().read(new byte[1 << 14]);
            if (heard < 0) return;
            one.getOutputStream().write(bytes);
        } catch (IOException _) {
            return; // the client has gone, or the test is over
        }
    }

    private ControlFailure failure() {
        try (var client = ControlClient.of(address(), own.pin(), own, "test")) {
            client.facts().join();
            throw new AssertionError("nobody was there to answer");
        } catch (CompletionException e) {
            if (e.getCause() instanceof ControlFailure failure) return failure;
            throw e;
        }
    }

    @Test
    void an_alert_about_keys_that_anybody_can_have_sent_is_no_reason_to_give_up() {
        say("1503030002022e"); // fatal, certificate_unknown, not encrypted

        assertThat(failure()).isInstanceOf(ControlFailure.Unreachable.class);
    }

    @Test
    void who_hangs_up_within_the_handshake_is_said_to_have_done_so() {
        say("");

        assertThat(failure())
                .isInstanceOf(ControlFailure.Unreachable.class)
                .hasMessageContaining("127.0.0.1")
                .satisfies(why -> assertThat(why.getMessage()).doesNotContain("null"));
    }

    @Test
    void a_host_that_is_not_known_is_called_that() {
        var nowhere = new AgentAddress("nowhere.invalid", 1);

        assertThatThrownBy(() -> ControlClient.keyAt(nowhere, own))
                .isInstanceOf(ControlFailure.Unreachable.class)
                .hasMessage("there is no host \"nowhere.invalid\"");
    }
}
