package dev.muster.gui.palette;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FuzzyTest {
    @Test
    void letters_are_found_in_their_order_and_nowhere_else() {
        assertThat(Fuzzy.match("rst", "Restart the group")).isPresent();
        assertThat(Fuzzy.match("tsr!", "Restart the group")).isEmpty();
        assertThat(Fuzzy.match("", "anything")).contains(Fuzzy.Match.OF_NOTHING);
    }

    @Test
    void starts_of_words_count_for_more_than_letters_inside() {
        assertThat(score("lr", "Launch a new run")).isGreaterThan(score("lr", "All errors"));
    }

    @Test
    void letters_side_by_side_count_for_more_than_scattered_ones() {
        assertThat(score("stop", "Stop the run"))
                .isGreaterThan(score("stop", "Sort the groups up"));
    }

    @Test
    void words_may_come_in_any_order_and_case() {
        assertThat(Fuzzy.match("RUN new", "Launch a new run")).isPresent();
        assertThat(Fuzzy.match("new shoes", "Launch a new run")).isEmpty();
    }

    @Test
    void it_says_where_the_letters_stand() {
        assertThat(Fuzzy.match("new", "Launch a new run").orElseThrow().places())
                .containsExactly(9, 10, 11);
    }

    private static int score(String typed, String name) {
        return Fuzzy.match(typed, name).orElseThrow().score();
    }
}
