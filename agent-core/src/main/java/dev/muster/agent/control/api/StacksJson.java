package dev.muster.agent.control.api;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.journal.Fields;
import dev.muster.agent.journal.JsonText;
import dev.muster.agent.journal.UnreadableRecord;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.stacks.Rung;

import tools.jackson.core.JsonGenerator;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Where workers stand: the question, and the answer. */
public final class StacksJson {
    private StacksJson() {}

    /**
     * Whose stacks are wanted.
     *
     * @param localRanks all of this agent's where none is named
     * @param abort whether those that tell it in no other way may be ended for it
     */
    public record Ask(Set<LocalRank> localRanks, boolean abort) {
        public Ask {
            localRanks = Set.copyOf(localRanks);
        }

        public String text() {
            return JsonText.object(
                    json -> {
                        if (!localRanks.isEmpty()) {
                            json.writeArrayPropertyStart("localRanks");
                            localRanks.stream()
                                    .sorted()
                                    .forEach(rank -> json.writeNumber(rank.value()));
                            json.writeEndArray();
                        }
                        json.writeBooleanProperty("abort", abort);
                    });
        }

        /**
         * @throws UnreadableRecord when it is none
         */
        public static Ask read(String text) {
            Fields fields = Fields.parse(text);
            List<Integer> ranks = fields.maybe("localRanks", fields::integers).orElse(List.of());
            try {
                return new Ask(
                        ranks.stream().map(LocalRank::new).collect(Collectors.toSet()),
                        fields.maybe("abort", fields::flag).orElse(false));
            } catch (IllegalArgumentException e) {
                throw new UnreadableRecord(String.valueOf(e.getMessage()), e);
            }
        }
    }

    public static String answer(List<RankStack> stacks) {
        return JsonText.object(
                json -> {
                    json.writeArrayPropertyStart("stacks");
                    stacks.forEach(stack -> write(json, stack));
                    json.writeEndArray();
                });
    }

    private static void write(JsonGenerator json, RankStack stack) {
        json.writeStartObject();
        json.writeNumberProperty("rank", stack.rank().value());
        json.writeNumberProperty("localRank", stack.localRank().value());
        stack.rung().ifPresent(rung -> json.writeStringProperty("rung", rung.word()));
        json.writeArrayPropertyStart("because");
        stack.because().forEach(json::writeString);
        json.writeEndArray();
        json.writeStringProperty("text", stack.text());
        json.writeEndObject();
    }

    /**
     * Reads what {@link #answer} writes, whoever wrote it.
     *
     * @throws UnreadableRecord when it is something else
     */
    public static List<RankStack> read(String text) {
        try {
            return Fields.parse(text).objects("stacks").stream().map(StacksJson::stack).toList();
        } catch (IllegalArgumentException e) {
            throw new UnreadableRecord(String.valueOf(e.getMessage()), e);
        }
    }

    private static RankStack stack(Fields fields) {
        return new RankStack(
                new Rank(fields.integer("rank")),
                new LocalRank(fields.integer("localRank")),
                fields.maybe("rung", fields::text).flatMap(StacksJson::rung),
                fields.texts("because"),
                fields.text("text"));
    }

    /** One that a later version has is none that we know. */
    private static Optional<Rung> rung(String word) {
        return Arrays.stream(Rung.values()).filter(rung -> rung.word().equals(word)).findFirst();
    }
}
