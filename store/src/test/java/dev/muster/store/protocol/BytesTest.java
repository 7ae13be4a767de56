package dev.muster.store.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Random;

class BytesTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void what_is_made_longer_is_what_it_says_and_so_is_all_that_it_was_before(long seed) {
        var random = new Random(seed);
        var expected = new ByteArrayOutputStream();
        var made = new ArrayList<Bytes>();
        var wanted = new ArrayList<byte[]>();
        Bytes longer = Bytes.EMPTY;
        for (int i = 0; i < 200; i++) {
            var tail = new byte[random.nextInt(20)];
            random.nextBytes(tail);
            expected.writeBytes(tail);
            longer = longer.followedBy(Bytes.copyOf(tail));
            made.add(longer);
            wanted.add(expected.toByteArray());
        }

        for (int i = 0; i < made.size(); i++) {
            assertThat(made.get(i).toByteArray()).isEqualTo(wanted.get(i));
            assertThat(made.get(i)).isEqualTo(Bytes.copyOf(wanted.get(i)));
            assertThat(made.get(i)).hasSameHashCodeAs(Bytes.copyOf(wanted.get(i)));
            assertThat(made.get(i).asByteBuffer().remaining()).isEqualTo(wanted.get(i).length);
        }
    }

    @Test
    void two_that_grow_from_one_do_not_write_over_each_other() {
        Bytes stem = Bytes.utf8("stem").followedBy(Bytes.utf8("-"));

        Bytes one = stem.followedBy(Bytes.utf8("a"));
        Bytes other = stem.followedBy(Bytes.utf8("b"));

        assertThat(one.toText()).isEqualTo("stem-a");
        assertThat(other.toText()).isEqualTo("stem-b");
        assertThat(stem.toText()).isEqualTo("stem-");
    }

    @Test
    void there_is_nothing_to_see_behind_the_end() {
        Bytes stem = Bytes.utf8("stem").followedBy(Bytes.utf8("-"));

        assertThatThrownBy(() -> stem.at(5)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(stem.asByteBuffer().capacity()).isEqualTo(5);
    }
}
