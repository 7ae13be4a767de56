package dev.muster.agent.barrier.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.barrier.BarrierPhase;
import dev.muster.agent.barrier.Breach;
import dev.muster.agent.barrier.PeerGroup;
import dev.muster.agent.barrier.PeerId;
import dev.muster.agent.barrier.PeerMessage;
import dev.muster.agent.barrier.Position;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

class FrameCodecTest {
    private static final PeerGroup GROUP = PeerGroup.of("g", 0, 5, 9, Integer.MAX_VALUE);
    private final FrameCodec codec = new FrameCodec(GROUP);

    static Stream<Frame> frames() {
        return Stream.of(
                new Frame.Hello(
                        new PeerId(9), new PeerId(5), -1, 4, GROUP.fingerprint(), GROUP.name()),
                new Frame.Refused("no, däs geht nicht"),
                said(new PeerMessage.At(new Position(3, Long.MAX_VALUE, BarrierPhase.INFORMED))),
                said(new PeerMessage.Seen(0, 1, ids(0, Integer.MAX_VALUE), ids())),
                said(
                        new PeerMessage.Broken(
                                new Breach(
                                        7,
                                        8,
                                        new PeerId(5),
                                        Breach.Cause.TIMED_OUT,
                                        BarrierPhase.ENTERED,
                                        ids(9),
                                        "9 did not enter"))),
                said(new PeerMessage.Leaving()));
    }

    @ParameterizedTest
    @MethodSource("frames")
    void what_is_written_is_read_back(Frame frame) throws MalformedFrame {
        byte[] bytes = codec.encode(frame);

        assertThat(FrameCodec.bodyLength(bytes)).isEqualTo(bytes.length - FrameCodec.HEADER);
        assertThat(decode(bytes)).isEqualTo(frame);
    }

    @ParameterizedTest
    @MethodSource("frames")
    void a_frame_that_is_cut_or_too_long_is_refused(Frame frame) {
        byte[] bytes = codec.encode(frame);

        assertThatThrownBy(() -> decode(Arrays.copyOf(bytes, bytes.length + 1)))
                .hasMessageEndingWith("1 bytes too many");
        IntStream.range(FrameCodec.HEADER, bytes.length)
                .forEach(
                        length ->
                                assertThatThrownBy(() -> decode(Arrays.copyOf(bytes, length)))
                                        .isInstanceOf(MalformedFrame.class));
    }

    @Test
    void an_epoch_is_on_the_wire_as_the_package_says() {
        byte[] bytes =
                codec.encode(said(new PeerMessage.At(new Position(1, 2, BarrierPhase.PASSED))));

        assertThat(HexFormat.of().formatHex(bytes))
                .isEqualTo("02" + "0011" + "0000000000000001" + "0000000000000002" + "02");
    }

    @Test
    void a_length_over_the_limit_is_refused_before_there_is_room_for_it() {
        assertThatThrownBy(() -> FrameCodec.bodyLength(new byte[] {2, (byte) 0xff, (byte) 0xff}))
                .hasMessage("frame body: 65535 bytes (expected: 0..1136)");
    }

    @Test
    void what_is_out_of_bounds_is_named() {
        assertRefused("07", "frame type: 7 (expected: 1..6)");
        assertRefused("02" + "00".repeat(16) + "03", "phase: 3 (expected: 0..2)");
        assertRefused(
                "02" + "ff".repeat(8) + "00".repeat(9),
                "generation: -1 (expected: 0..4611686018427387904)");
        assertRefused(
                "02" + "00".repeat(8) + "ff".repeat(8) + "00",
                "epoch: -1 (expected: 0..9223372036854775807)");
        assertRefused(
                "03" + "00".repeat(16) + "10" + "00",
                "ids: bit 4 is set (expected: one a member, 4 of them)");
        assertRefused("04" + "00".repeat(16) + "00000007", "origin: 7 is no participant");
        assertRefused("06" + "ffff", "text: 65535 bytes (expected: 0..600)");
        assertRefused(
                "01" + "ffffffff" + "00".repeat(29), "participant: -1 (expected: 0..2147483647)");
        assertRefused("01" + "00".repeat(28) + "ff", "group name: 255 bytes (expected: 1..64)");
        assertRefused(
                "01" + "00".repeat(28) + "01" + "0a",
                "group name: (expected: A-Z a-z 0-9 . _ - only)");
    }

    @Test
    void what_is_shown_holds_no_control_characters() throws MalformedFrame {
        var frame = decode(codec.encode(new Frame.Refused("a\u001b[31m\nb\u202e")));

        assertThat(frame).isEqualTo(new Frame.Refused("a?[31m?b?"));
    }

    @Test
    void whatever_comes_is_a_frame_or_refused() {
        var random = new Random(1);
        for (int i = 0; i < 50_000; i++) {
            byte[] bytes = new byte[FrameCodec.HEADER + random.nextInt(64)];
            random.nextBytes(bytes);
            bytes[0] = (byte) random.nextInt(8);
            try {
                assertThat(decode(bytes)).isNotNull();
            } catch (MalformedFrame refused) {
                assertThat(refused.getMessage()).isNotEmpty();
            }
        }
    }

    private void assertRefused(String typeAndBody, String message) {
        byte[] bytes = HexFormat.of().parseHex(typeAndBody);
        byte[] body = Arrays.copyOfRange(bytes, 1, bytes.length);

        assertThatThrownBy(() -> codec.decode(bytes[0], body))
                .isInstanceOf(MalformedFrame.class)
                .hasMessage(message);
    }

    private Frame decode(byte[] bytes) throws MalformedFrame {
        return codec.decode(bytes[0], Arrays.copyOfRange(bytes, FrameCodec.HEADER, bytes.length));
    }

    private static Frame said(PeerMessage message) {
        return new Frame.Said(message);
    }

    private static TreeSet<PeerId> ids(int... values) {
        return new TreeSet<>(Set.copyOf(IntStream.of(values).mapToObj(PeerId::new).toList()));
    }
}
