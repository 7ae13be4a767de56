package dev.muster.agent.barrier.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.barrier.BarrierOutcome;
import dev.muster.agent.barrier.BarrierPhase;
import dev.muster.agent.barrier.PeerBarrierSettings;
import dev.muster.agent.barrier.PeerGroup;
import dev.muster.agent.barrier.PeerId;
import dev.muster.agent.barrier.PeerMessage;
import dev.muster.agent.barrier.Position;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** Participant 0 of 0, 1 and 2, and what the network may bring to its port. */
@Timeout(120)
class UnwelcomeVisitorsTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final PeerGroup GROUP = PeerGroup.of("test", 0, 1, 2);

    private final List<Socket> sockets = new ArrayList<>();
    private final PeersOnLoopback peers;
    private final PeerBarrier barrier;

    UnwelcomeVisitorsTest() throws IOException {
        peers = new PeersOnLoopback(PeerBarrierSettings.DEFAULT, 0, 1, 2);
        barrier = peers.open(0);
    }

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) socket.close();
        peers.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "474554202f  | first bytes: 47 (expected: 4d 50 42 01)",
                "4d504202    | first bytes: 4d 50 42 02 (expected: 4d 50 42 01)",
                "4d50420101ffff | frame body: 65535 bytes (expected: 0..1136)",
                "4d50420109 0000 | frame type: 9 (expected: 1..6)",
                "4d50420105 0000 | a message where a greeting was expected"
            })
    void what_is_no_greeting_is_turned_away_in_a_sentence(String bytes, String sentence)
            throws IOException {
        Socket socket = dial();
        socket.getOutputStream().write(HexFormat.of().parseHex(bytes.replace(" ", "")));

        awaitSentence("a connection from 127.0.0.1 was turned away: " + sentence);
        assertThat(isClosedByPeer(socket)).isTrue();
    }

    static Stream<Frame.Hello> strangers() {
        return Stream.of(
                hello(7, 0, GROUP),
                hello(0, 0, GROUP),
                hello(2, 1, GROUP),
                hello(2, 0, PeerGroup.of("other", 0, 1, 2)),
                hello(2, 0, PeerGroup.of("test", 0, 2)),
                hello(2, 0, PeerGroup.of("test", 0, 2, 3)));
    }

    @ParameterizedTest
    @MethodSource("strangers")
    void whoever_is_no_other_member_of_just_this_group_is_told_so(Frame.Hello stranger)
            throws IOException {
        Frame answer = greet(stranger).readFirst(LONG);

        assertThat(answer).isInstanceOf(Frame.Refused.class);
        awaitSentence(
                "a connection from 127.0.0.1 was turned away: "
                        + ((Frame.Refused) answer).because());
    }

    @Test
    void of_two_who_claim_to_be_one_the_second_is_turned_away() throws IOException {
        FrameStream first = greet(hello(2, 0, GROUP));
        assertThat(first.readFirst(LONG)).isInstanceOf(Frame.Hello.class);
        var impostor =
                new Frame.Hello(new PeerId(2), new PeerId(0), 99, 3, GROUP.fingerprint(), "test");

        assertThat(greet(impostor).readFirst(LONG))
                .isEqualTo(new Frame.Refused("participant 2 is connected already, from 127.0.0.1"));
    }

    @Test
    void who_drips_is_cut() throws IOException {
        Socket socket = dial();
        socket.getOutputStream().write('M');

        awaitSentence("a connection from 127.0.0.1 was turned away: it did not come whole in time");
        assertThat(isClosedByPeer(socket)).isTrue();
    }

    @Test
    void who_breaks_the_rules_after_the_greeting_is_cut_off_and_may_come_again()
            throws IOException {
        Socket socket = dial();
        var frames = new FrameStream(socket, new FrameCodec(GROUP));
        frames.writeFirst(hello(2, 0, GROUP));
        socket.getOutputStream().write(new byte[] {99, 0, 0});
        awaitSentence("participant 2 was cut off: frame type: 99 (expected: 1..6)");

        assertThat(greet(hello(2, 0, GROUP)).readFirst(LONG)).isInstanceOf(Frame.Hello.class);
    }

    @Test
    void who_is_gone_between_the_phases_is_named_with_its_last_sign_of_life()
            throws InterruptedException, IOException {
        try (var peer = peers.open(1)) {
            var frames = greet(hello(2, 0, GROUP));
            frames.readFirst(LONG);
            frames.write(
                    List.of(
                            new Frame.Said(
                                    new PeerMessage.At(new Position(0, 1, BarrierPhase.ENTERED)))));
            var other = peer.enter(LONG);
            awaitSentence("epoch 1: 2 of 3 are here; missing: 0");
            sockets.getLast().close();

            var outcome = barrier.await(Duration.ofSeconds(1));

            assertThat(outcome).isInstanceOf(BarrierOutcome.Broken.class).isEqualTo(other.join());
            var breach = ((BarrierOutcome.Broken) outcome).breach();
            assertThat(breach.missing()).containsExactly(new PeerId(2));
            assertThat(breach.phase()).isEqualTo(BarrierPhase.INFORMED);
            assertThat(breach.because()).contains("2 (unreachable, last heard ");
        }
    }

    private static Frame.Hello hello(int sender, int receiver, PeerGroup group) {
        return new Frame.Hello(
                new PeerId(sender),
                new PeerId(receiver),
                1,
                group.size(),
                group.fingerprint(),
                group.name());
    }

    private FrameStream greet(Frame.Hello hello) throws IOException {
        var frames = new FrameStream(dial(), new FrameCodec(GROUP));
        frames.writeFirst(hello);
        return frames;
    }

    private Socket dial() throws IOException {
        var address = peers.port(0).address();
        var socket = new Socket(address.getAddress(), address.getPort());
        sockets.add(socket);
        return socket;
    }

    /** An end or a reset: what it had not read yet is gone either way. */
    private static boolean isClosedByPeer(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException _) {
            return true;
        }
    }

    private void awaitSentence(String sentence) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(peers.sentences(0)).contains(sentence));
    }
}
