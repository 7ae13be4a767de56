package dev.muster.gui.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.fleet.PlaceId;
import dev.muster.agent.pairing.AgentAddress;
import dev.muster.agent.pairing.PairingCode;
import dev.muster.agent.session.ObservedJob;
import dev.muster.gui.fleet.AttachViewModel.Offer;
import dev.muster.gui.testing.RunStory;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

class AttachViewModelTest {
    private static final String CODE = "0123-4567-89ab-cdef-0123-4567-89ab-cdef";

    private final List<String> asked = new ArrayList<>();
    private final List<PlaceId> attached = new ArrayList<>();
    private final CompletableFuture<PlaceId> pairing = new CompletableFuture<>();
    private final AttachViewModel model =
            new AttachViewModel(
                    new AttachViewModel.Ways() {
                        @Override
                        public PlaceId machine(String target) throws IOException {
                            asked.add(target);
                            if (target.equals("nowhere")) throw new IOException("there is no ssh");
                            return new PlaceId(target);
                        }

                        @Override
                        public CompletionStage<PlaceId> agent(
                                AgentAddress address, PairingCode code) {
                            asked.add(address + " " + code.grouped());
                            return pairing;
                        }

                        @Override
                        public PlaceId job(ObservedJob job) {
                            return new PlaceId(job.rendezvousId());
                        }
                    },
                    attached::add,
                    Runnable::run,
                    () -> RunStory.NOON,
                    ZoneOffset.ofHours(1));

    @Test
    void machines_are_offered_that_have_what_was_typed_in_their_names() {
        model.knows(
                List.of(
                        new Offer("lab-7", "paired, viewer", "tcp://lab-7:29500"),
                        new Offer("gpu-box", "ssh", "gpu-box")));

        model.machine().set("LAB");

        assertThat(model.offered())
                .extracting(Offer::spoken)
                .containsExactly("lab-7, paired, viewer");
    }

    @Test
    void the_name_of_a_paired_agent_leads_to_it_and_any_other_to_ssh() {
        model.knows(List.of(new Offer("lab-7", "paired, viewer", "tcp://lab-7:29500")));

        model.machine().set("lab-7");
        model.attachMachine();
        model.machine().set("me@lab-8");
        model.attachMachine();

        assertThat(asked).containsExactly("tcp://lab-7:29500", "me@lab-8");
        assertThat(attached).hasSize(2);
    }

    @Test
    void what_cannot_be_attached_is_told_in_a_sentence_until_something_else_is_typed() {
        model.machine().set("nowhere");
        model.attachMachine();
        assertThat(model.problem().get()).isEqualTo("There is no ssh.");

        model.machine().set("nowhere2");

        assertThat(model.problem().get()).isEmpty();
    }

    @Test
    void an_address_that_is_none_and_a_code_that_is_none_are_told_before_anybody_is_asked() {
        model.address().set("gpu-box");
        model.attachAgent();
        assertThat(model.problem().get())
                .isEqualTo("Address: found \"gpu-box\", expected HOST:PORT.");

        model.address().set("gpu-box:29500");
        model.code().set("12");
        model.attachAgent();

        assertThat(model.problem().get()).startsWith("Code: expected 32 hexadecimal digits");
        assertThat(asked).isEmpty();
    }

    @Test
    void while_the_other_side_is_asked_it_is_said_for_whom_is_waited_and_since_when() {
        type();

        model.attachAgent();
        model.attachAgent();

        assertThat(model.waiting().get()).isEqualTo("Waiting for gpu-box:29500 since 13:00:00…");
        assertThat(asked).containsExactly("gpu-box:29500 " + CODE);
        pairing.complete(new PlaceId("paired"));
        assertThat(model.waiting().get()).isEmpty();
        assertThat(attached).containsExactly(new PlaceId("paired"));
    }

    @Test
    void a_code_that_is_not_taken_is_told_in_a_sentence() {
        type();
        model.attachAgent();

        pairing.completeExceptionally(
                new CompletionException(new IOException("no code can be used there now")));

        assertThat(model.problem().get()).isEqualTo("No code can be used there now.");
        assertThat(attached).isEmpty();
    }

    @Test
    void what_is_answered_when_nobody_looks_any_more_takes_nothing_away() {
        type();
        model.attachAgent();
        model.abandon();

        pairing.complete(new PlaceId("paired"));

        assertThat(attached).isEmpty();
    }

    private void type() {
        model.address().set(" gpu-box:29500 ");
        model.code().set(CODE);
    }
}
