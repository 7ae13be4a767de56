package dev.muster.agent.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.testing.BesideOthers;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

@BesideOthers
class DoctorTest {
    @Test
    void what_the_checks_found_is_told_in_their_order() throws InterruptedException {
        var doctor = doctor(finding("a"), finding("b"));

        assertThat(doctor.examine()).extracting(Finding::check).containsExactly("a", "b");
    }

    @Test
    void a_check_that_never_answers_holds_up_nobody_else() throws InterruptedException {
        var never = new CountDownLatch(1);
        var doctor = doctor(check("slow", () -> never.await()), finding("quick"));

        List<Finding> findings = doctor.examine();

        assertThat(findings).extracting(Finding::check).containsExactly("slow", "quick");
        assertThat(findings.getFirst().verdict()).isEqualTo(Finding.Verdict.WARN);
        assertThat(findings.getFirst().found()).startsWith("no answer within");
        never.countDown();
    }

    @Test
    void a_check_that_breaks_says_why() throws InterruptedException {
        var doctor =
                doctor(
                        check(
                                "broken",
                                () -> {
                                    throw new IllegalStateException("of glass");
                                }));

        assertThat(doctor.examine().getFirst().found()).contains("of glass");
    }

    private interface Looking {
        void look() throws InterruptedException;
    }

    private static Doctor doctor(Check... checks) {
        return new Doctor(List.of(checks), Duration.ofSeconds(2));
    }

    private static Check finding(String name) {
        return check(name, () -> {});
    }

    private static Check check(String name, Looking looking) {
        return new Check() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public List<Finding> look() throws InterruptedException {
                looking.look();
                return List.of(Finding.ok(name, "all is well"));
            }
        };
    }
}
