package dev.muster.agent.rendezvous.c10d;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.rendezvous.c10d.UnreadableState.Corrupt;
import dev.muster.agent.rendezvous.c10d.UnreadableState.ForbiddenCallable;
import dev.muster.agent.rendezvous.c10d.UnreadableState.Foreign;
import dev.muster.agent.rendezvous.c10d.UnreadableState.TooLarge;
import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Value;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.SplittableRandom;
import java.util.stream.Stream;

@Timeout(60)
class UnreadableStateTest {
    private static final String STATE_03 = "torch-2.13/03_complete_with_waiter_round3";
    private static final int MOST_CUTS = 700;

    private final StateCodec codec = new StateCodec(PickleLimits.DEFAULT);

    static Stream<String> recorded() {
        return RecordedStates.names();
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void a_state_that_is_cut_off_anywhere_is_corrupt(String name) {
        byte[] whole = RecordedStates.pickle(name).toByteArray();
        int step = 1 + whole.length / MOST_CUTS;

        for (int length = 0; length < whole.length; length += step) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> decode(cut)).isInstanceOf(Corrupt.class);
        }
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void text_that_is_cut_off_anywhere_is_corrupt(String name) {
        String whole = RecordedStates.text(name).toText();
        int step = 1 + whole.length() / MOST_CUTS;

        for (int length = 0; length < whole.length() - 1; length += step) {
            var cut = Value.of(whole.substring(0, length));
            assertThatThrownBy(() -> decode(cut)).isInstanceOf(Corrupt.class);
        }
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void garbled_states_are_refused_or_are_states_like_any_other(String name) {
        var random = new SplittableRandom(name.hashCode());
        byte[] whole = RecordedStates.pickle(name).toByteArray();
        int rounds = whole.length > 2_000 ? 100 : 2_000;
        int refused = 0;

        for (int i = 0; i < rounds; i++) {
            try {
                decode(garbled(whole, random));
            } catch (UnreadableState _) { // whatever else comes out of it fails the test
                refused++;
            }
        }

        assertThat(refused).isGreaterThan(rounds / 2);
    }

    @ParameterizedTest
    @CsvSource({
        "os, system",
        "posix, system",
        "subprocess, Popen",
        "builtins, eval",
        "__builtin__, eval",
        "builtins, getattr",
        "datetime, date",
        "torch.distributed.elastic.rendezvous.dynamic_rendezvous, os.system",
        "torch.distributed.elastic.rendezvous.dynamic_rendezvous, _DistributedRendezvousOpExecutor"
    })
    void a_state_that_names_any_other_callable_is_refused_by_that_name(
            String module, String called) {
        String asLine = "\u0080\4c" + module + "\n" + called + "\n(X\4\0\0\0true\u0085R.";
        String fromStack =
                "\u0080\4X" + sized(module) + "X" + sized(called) + "\u0093X\1\0\0\0x\u0085R.";

        for (String pickle : new String[] {asLine, fromStack}) {
            assertThatExceptionOfType(ForbiddenCallable.class)
                    .isThrownBy(() -> decode(latin1(pickle)))
                    .withMessage(
                            "the pickled state names %s.%s, which no rendezvous state needs",
                            module, called);
        }
    }

    @Test
    void a_name_made_to_upset_a_terminal_is_printed_harmlessly() {
        String name = "\u001b[2J" + "x".repeat(500);

        assertThatExceptionOfType(ForbiddenCallable.class)
                .isThrownBy(() -> decode(latin1("\u0080\4c" + name + "\nf\n.")))
                .satisfies(
                        refused ->
                                assertThat(refused.getMessage())
                                        .contains("?[2Jxxx")
                                        .hasSizeLessThan(250));
    }

    @Test
    void a_state_with_an_attribute_that_we_do_not_know_is_refused_by_its_name() {
        byte[] whole = RecordedStates.pickle(STATE_03).toByteArray();
        String pickle = latin1(whole);
        String withLeader = pickle.substring(0, pickle.length() - 3) + "X\6\0\0\0leaderNub.";

        assertForeign(
                latin1(withLeader),
                "attributes of _RendezvousState: unknown [leader], missing [] (expected: those of"
                        + " D3 or D4)");
    }

    @Test
    void a_node_with_an_attribute_that_we_do_not_know_is_refused_by_its_name() {
        assertForeign(
                replaced("local_id", "local_no"),
                "attributes of _NodeDesc: unknown [local_no], missing [local_id]");
    }

    @Test
    void a_state_of_two_dialects_at_once_is_foreign() {
        assertForeign(
                replaced("addr", "fqdn"), "calls a node's address fqdn, but otherwise looks like");
    }

    @Test
    void a_state_with_an_attribute_of_another_type_is_foreign() {
        assertForeign(
                replaced("round\u0094K\3", "round\u0094h\5"), "round: a str (expected: an int)");
        assertForeign(
                replaced("complete\u0094\u0088", "complete\u0094N"),
                "complete: None (expected: a bool)");
    }

    @Test
    void what_is_no_state_at_all_is_foreign() {
        assertForeign(latin1("\u0080\4K\5."), "the pickle holds an int");
        assertForeign(latin1("\u0080\1K\5."), "pickle protocol: 1 (expected: 2 to 5)");
        assertForeign(latin1("\u0080\4P12\n."), "pickle opcode: 0x50");
        assertForeign(
                latin1(
                        "\u0080\4ctorch.distributed.elastic.rendezvous.dynamic_rendezvous\n"
                                + "_RendezvousState\n)\u0081."),
                "expected: a built _RendezvousState");
    }

    @ParameterizedTest
    @ValueSource(strings = {"not base64!", "Y2FuaW1hZGF", "{}", "", "\u0000\u0001"})
    void text_that_no_agent_writes_is_corrupt(String text) {
        assertThatThrownBy(() -> decode(Value.of(text))).isInstanceOf(Corrupt.class);
    }

    @Test
    void something_after_the_end_is_corrupt() {
        byte[] whole = RecordedStates.pickle(STATE_03).toByteArray();

        assertThatExceptionOfType(Corrupt.class)
                .isThrownBy(() -> decode(Arrays.copyOf(whole, whole.length + 3)))
                .withMessageContaining("3 bytes after its end");
    }

    @Test
    void an_impossible_time_is_corrupt() {
        assertThatExceptionOfType(Corrupt.class)
                .isThrownBy(() -> decode(replaced("\7\u00e8\5\21\n", "\7\u00e8\15\21\n")))
                .withMessageContaining("an impossible time");
    }

    @Test
    void a_time_of_another_zone_is_foreign() {
        assertForeign(replaced("K\0K\0K\0\u0087", "K\0K\1K\0\u0087"), "other than UTC");
    }

    @Test
    void the_fold_of_a_time_changes_nothing() {
        byte[] folded = replaced("\7\u00e8\5\21\n\0\0\0\0\1", "\7\u00e8\u0085\21\n\0\0\0\0\1");

        assertThat(decode(folded)).isEqualTo(decode(RecordedStates.text(STATE_03)));
    }

    @Test
    void each_limit_is_enough_at_its_measure_and_too_small_below() {
        assertThat(withLimits(new PickleLimits(516, 55, 3, 51, 133))).isNotNull();
        assertTooLarge(new PickleLimits(513, 55, 3, 51, 133), "of a stored state: 688");
        assertTooLarge(new PickleLimits(516, 54, 3, 51, 133), "bytes of a string: 55");
        assertTooLarge(new PickleLimits(516, 55, 2, 51, 133), "containers within each other: 3");
        assertTooLarge(new PickleLimits(516, 55, 3, 50, 133), "memo entries: 51");
        assertTooLarge(new PickleLimits(516, 55, 3, 51, 132), "values: 133");
    }

    @Test
    void lengths_are_not_believed_before_the_bytes_are_there() {
        assertThatThrownBy(() -> decode(latin1("\u0080\4X\u00ff\u00ff\u00ff\u00ff")))
                .isInstanceOf(TooLarge.class);
        assertThatThrownBy(() -> decode(latin1("\u0080\4\u008a\u00ff\1")))
                .isInstanceOf(TooLarge.class);
        assertThatThrownBy(() -> decode(latin1("\u0080\4\u0095\0\0\0\0\0\0\0\u0040N.")))
                .isInstanceOf(Corrupt.class);
        assertThatThrownBy(() -> decode(latin1("\u0080\4C\u00ff\1"))).isInstanceOf(Corrupt.class);
    }

    @Test
    void a_few_bytes_cannot_be_made_into_millions_of_values() {
        String listAndSet = "]\u0094(" + "N".repeat(1_000) + "ecbuiltins\nset\n\u0094";
        String copies = "h\1h\0\u0085R".repeat(2_000);

        assertThatThrownBy(() -> decode(latin1("\u0080\4" + listAndSet + copies)))
                .isInstanceOf(TooLarge.class);
        assertThatThrownBy(() -> decode(latin1("\u0080\4" + "}".repeat(1_000_000))))
                .isInstanceOf(TooLarge.class);
    }

    @Test
    void a_container_that_contains_itself_is_refused_like_any_other() {
        assertForeign(latin1("\u0080\4]\u0094h\0a."), "the pickle holds a list");
        assertForeign(
                replaced("\u008c\5round\u0094K\3", "\u008c\5round\u0094h\4"), "round: a dict");
    }

    @Test
    void a_node_that_is_not_finished_is_none() {
        String pickle =
                latin1(
                        RecordedStates.pickle("by-hand/03_complete_with_waiter_round3")
                                .toByteArray());
        String unbuilt =
                pickle.replaceFirst(
                        "(?s)(wait_list\u008f\\(c[^)]*\\)\u0081).*?ub\u0090", "$1\u0090");

        assertForeign(
                latin1(unbuilt), "the pickle holds a _NodeDesc (expected: a built _NodeDesc)");
    }

    private Object withLimits(PickleLimits limits) {
        return new StateCodec(limits).decode(RecordedStates.text(STATE_03), StateDialect.D4);
    }

    private void assertTooLarge(PickleLimits limits, String what) {
        assertThatExceptionOfType(TooLarge.class)
                .isThrownBy(() -> withLimits(limits))
                .withMessageContaining(what);
    }

    private void assertForeign(byte[] pickle, String saying) {
        assertThatExceptionOfType(Foreign.class)
                .isThrownBy(() -> decode(pickle))
                .withMessageContaining(saying);
    }

    private StateCodec.Decoded decode(byte[] pickle) {
        return decode(new Value(Bytes.adopt(Base64.getEncoder().encode(pickle))));
    }

    private StateCodec.Decoded decode(Value stored) {
        return codec.decode(stored, StateDialect.D4).orElseThrow();
    }

    /** One to three bytes changed, taken out, put in, or taken from elsewhere. */
    private static byte[] garbled(byte[] whole, SplittableRandom random) {
        var bytes = new ArrayList<Byte>();
        for (byte each : whole) bytes.add(each);
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = random.nextInt(bytes.size());
            byte any = (byte) random.nextInt(256);
            switch (random.nextInt(4)) {
                case 0 -> bytes.set(at, any);
                case 1 -> bytes.remove(at);
                case 2 -> bytes.add(at, any);
                default -> bytes.set(at, whole[random.nextInt(whole.length)]);
            }
        }
        var result = new byte[bytes.size()];
        for (int i = 0; i < result.length; i++) result[i] = bytes.get(i);
        return result;
    }

    /** State 03 with {@code with} in the place of {@code what}, which are bytes as characters. */
    private static byte[] replaced(String what, String with) {
        String pickle = latin1(RecordedStates.pickle(STATE_03).toByteArray());
        assertThat(pickle).contains(what);
        return latin1(pickle.replace(what, with));
    }

    private static String sized(String text) {
        return "%c\0\0\0%s".formatted(text.length(), text);
    }

    private static byte[] latin1(String bytes) {
        return bytes.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String latin1(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
