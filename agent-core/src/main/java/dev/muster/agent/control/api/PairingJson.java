package dev.muster.agent.control.api;

import dev.muster.agent.journal.Fields;
import dev.muster.agent.journal.JsonText;
import dev.muster.agent.pairing.AgentAddress;
import dev.muster.agent.pairing.KeyPin;
import dev.muster.agent.pairing.PairingCode;
import dev.muster.agent.pairing.PeerName;
import dev.muster.agent.pairing.Role;

import java.time.Instant;

/**
 * The bodies by which two sides are paired. Whoever reads one may meet {@link
 * dev.muster.agent.journal.UnreadableRecord}.
 */
public final class PairingJson {
    private PairingJson() {}

    /** Asks for a code with which somebody gets that role. */
    public static String wanted(Role role) {
        return JsonText.object(json -> json.writeStringProperty("role", role.word()));
    }

    /** Reads {@link #wanted}. */
    public static Role readWanted(String text) {
        return roleOf(Fields.parse(text));
    }

    /** Whether there was a code to take back. */
    public static String cancelled(boolean wasOpen) {
        return JsonText.object(json -> json.writeBooleanProperty("cancelled", wasOpen));
    }

    /** Reads {@link #cancelled}. */
    public static boolean readCancelled(String text) {
        return Fields.parse(text).flag("cancelled");
    }

    private static Role roleOf(Fields fields) {
        return fields.as("role", Role::given, "viewer, operator or admin");
    }

    /**
     * A code, and where it can be used.
     *
     * @param key the agent's
     */
    public record Code(
            PairingCode code, Role role, Instant until, AgentAddress address, KeyPin key) {
        public String text() {
            return JsonText.object(
                    json -> {
                        json.writeStringProperty("code", code.grouped());
                        json.writeStringProperty("role", role.word());
                        json.writeStringProperty("until", until.toString());
                        json.writeStringProperty("address", address.toString());
                        json.writeStringProperty("key", key.text());
                    });
        }

        /** Reads {@link #text}. */
        public static Code read(String text) {
            Fields fields = Fields.parse(text);
            return new Code(
                    fields.as("code", PairingCode::read, "a code"),
                    roleOf(fields),
                    fields.instant("until"),
                    fields.as("address", AgentAddress::parse, "HOST:PORT"),
                    fields.as("key", KeyPin::new, "a key's SHA-256"));
        }
    }

    /**
     * Somebody says that he has the code.
     *
     * @param name what he wants to be called
     */
    public record Claim(String name, String proof) {
        public String text() {
            return JsonText.object(
                    json -> {
                        json.writeStringProperty("name", name);
                        json.writeStringProperty("proof", proof);
                    });
        }

        /** Reads {@link #text}. */
        public static Claim read(String text) {
            Fields fields = Fields.parse(text);
            return new Claim(
                    fields.as("name", PeerName::check, "a plain name"), fields.text("proof"));
        }
    }

    /**
     * He had it.
     *
     * @param name what he is called from now on
     * @param host what the agent's machine calls itself
     * @param proof that the agent has the code, too
     */
    public record Paired(String name, Role role, String host, String proof) {
        public String text() {
            return JsonText.object(
                    json -> {
                        json.writeStringProperty("name", name);
                        json.writeStringProperty("role", role.word());
                        json.writeStringProperty("host", host);
                        json.writeStringProperty("proof", proof);
                    });
        }

        /** Reads {@link #text}. */
        public static Paired read(String text) {
            Fields fields = Fields.parse(text);
            return new Paired(
                    fields.as("name", PeerName::check, "a plain name"),
                    roleOf(fields),
                    fields.text("host"),
                    fields.text("proof"));
        }
    }
}
