package dev.muster.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.List;

class PrefixStoreTest extends StoreContract {
    private static final Key K = Key.of("k");
    private static final Value V = Value.of("v");

    private final Store whole = new HashStore();

    @Override
    protected Opened open() {
        return new Opened(new PrefixStore("p", new PrefixStore("q", whole)), whole);
    }

    @AfterEach
    void closeWhole() {
        whole.close();
    }

    @Test
    void a_prefix_stands_before_the_key_and_after_the_slash() {
        new PrefixStore("p", whole).set(K, V, SOON);

        assertThat(whole.listKeys(SOON)).containsExactly(Key.raw("/p/k"));
    }

    @Test
    void the_inner_of_two_prefixes_stands_first() {
        new PrefixStore("outer", new PrefixStore("inner", whole)).set(K, V, SOON);

        assertThat(whole.listKeys(SOON)).containsExactly(Key.raw("/inner/outer/k"));
    }

    @Test
    void prefixes_and_keys_may_be_empty_and_have_slashes() {
        new PrefixStore("", whole).set(K, V, SOON);
        new PrefixStore("/worker/attempt_0", whole).set(K, V, SOON);
        new PrefixStore("p", whole).set(Key.of(""), V, SOON);

        assertThat(whole.listKeys(SOON))
                .containsExactlyInAnyOrder(
                        Key.raw("//k"), Key.raw("//worker/attempt_0/k"), Key.raw("/p/"));
    }

    @Test
    void its_keys_are_listed_by_their_names_in_it_and_others_are_not() {
        var part = new PrefixStore("p", whole);
        for (String other : List.of("p", "px", "q/p/k", "", "p2/k"))
            whole.set(Key.of(other), V, SOON);
        whole.add(Key.raw("init/"), 1, SOON);
        part.set(K, V, SOON);
        part.set(Key.of(""), V, SOON);

        assertThat(part.listKeys(SOON)).containsExactlyInAnyOrder(K, Key.of(""));
        assertThat(part.numKeys(SOON)).isEqualTo(8);
    }

    @Test
    void a_raw_key_has_no_place_under_a_prefix() {
        var part = new PrefixStore("p", whole);

        assertThatThrownBy(() -> part.set(Key.raw("init/"), V, SOON))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("key under a prefix: init/ (expected: one of Key.of)");
    }

    @Test
    void closing_a_part_leaves_the_whole_open() {
        new PrefixStore("p", whole).close();

        assertThat(whole.add(K, 1, SOON)).isEqualTo(1);
    }
}
