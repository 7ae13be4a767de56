package dev.muster.store.protocol;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.muster.store.protocol.StoreRequest.Barrier;
import dev.muster.store.protocol.StoreRequest.Check;
import dev.muster.store.protocol.StoreRequest.CompareSet;
import dev.muster.store.protocol.StoreRequest.MultiSet;
import dev.muster.store.protocol.StoreRequest.QueuePush;
import dev.muster.store.protocol.StoreRequest.Wait;

import org.junit.jupiter.api.Test;

import java.util.Collections;
import java.util.List;

class LimitsTest {
    private static final Limits SMALL = new Limits(4, 8, 3, 20);
    private static final Key KEY = Key.raw("1234");
    private static final Key LONG_KEY = Key.raw("12345");
    private static final Value VALUE = Value.of("12345678");
    private static final Value LARGE_VALUE = Value.of("123456789");

    @Test
    void a_request_that_reaches_every_limit_may_be_sent() {
        assertThatCode(() -> SMALL.check(new CompareSet(KEY, VALUE, VALUE)))
                .doesNotThrowAnyException();
        assertThatCode(() -> SMALL.check(new Wait(Collections.nCopies(3, KEY))))
                .doesNotThrowAnyException();
    }

    @Test
    void a_name_that_is_too_long_is_refused_wherever_it_stands() {
        String found = "key of 5 bytes (expected: <= 4)";

        assertRefused(new Barrier(LONG_KEY, 1), found);
        assertRefused(new QueuePush(LONG_KEY, VALUE), found);
        assertRefused(new Check(List.of(KEY, LONG_KEY)), found);
        assertRefused(new MultiSet(List.of(new Entry(LONG_KEY, Value.EMPTY))), found);
    }

    @Test
    void a_value_that_is_too_large_is_refused_wherever_it_stands() {
        String found = "value of 9 bytes (expected: <= 8)";

        assertRefused(new StoreRequest.Set(KEY, LARGE_VALUE), found);
        assertRefused(new CompareSet(KEY, LARGE_VALUE, VALUE), found);
        assertRefused(new CompareSet(KEY, VALUE, LARGE_VALUE), found);
        assertRefused(new MultiSet(List.of(new Entry(KEY, LARGE_VALUE))), found);
    }

    @Test
    void too_many_names_are_refused_whatever_is_asked_of_them() {
        String found = "4 names (expected: <= 3)";

        assertRefused(new Wait(Collections.nCopies(4, KEY)), found);
        assertRefused(new MultiSet(Collections.nCopies(4, new Entry(KEY, VALUE))), found);
    }

    @Test
    void what_is_too_much_together_is_refused() {
        assertRefused(
                new MultiSet(Collections.nCopies(2, new Entry(KEY, VALUE))),
                "names and values of 24 bytes together (expected: <= 20)");
    }

    private static void assertRefused(StoreRequest request, String because) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SMALL.check(request))
                .withMessage(because);
    }
}
