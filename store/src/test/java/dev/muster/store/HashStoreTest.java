package dev.muster.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import org.junit.jupiter.api.Test;

class HashStoreTest extends StoreContract {
    @Override
    protected Opened open() {
        var store = new HashStore();
        return new Opened(store, store);
    }

    @Test
    void what_cannot_be_done_is_refused_with_the_reason_and_the_store_goes_on() {
        try (var store = new HashStore()) {
            store.set(Key.of("k"), Value.of("text"), SOON);

            assertThatThrownBy(() -> store.add(Key.of("k"), 1, SOON))
                    .hasMessage("Add: ADD to a value that is no 64-bit number (4 bytes)");
            assertThat(store.get(Key.of("k"), SOON)).isEqualTo(Value.of("text"));
        }
    }
}
