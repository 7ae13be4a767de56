package dev.muster.agent.pairing;

import dev.muster.agent.journal.Fields;

import tools.jackson.core.JsonGenerator;

import java.time.Instant;

/**
 * An agent on another machine that lets this user control it.
 *
 * @param name what it is called here; no two have the same
 * @param key the only one that is taken for it
 * @param role what it lets us do, as it said when we were paired
 */
public record PairedAgent(String name, AgentAddress address, KeyPin key, Role role, Instant since) {
    public PairedAgent {
        PeerName.check(name);
    }

    PairedAgent called(String other) {
        return new PairedAgent(other, address, key, role, since);
    }

    /** Whether that is the same one, or stands where this one did. */
    boolean isReplacedBy(PairedAgent newer) {
        return address.equals(newer.address) || key.equals(newer.key) && name.equals(newer.name);
    }

    void writeTo(JsonGenerator json) {
        json.writeStringProperty("name", name);
        json.writeStringProperty("address", address.toString());
        json.writeStringProperty("role", role.word());
        json.writeStringProperty("key", key.text());
        json.writeStringProperty("since", since.toString());
    }

    static PairedAgent read(Fields fields) {
        return new PairedAgent(
                fields.as("name", PeerName::check, "a name"),
                fields.as("address", AgentAddress::parse, "HOST:PORT"),
                fields.as("key", KeyPin::new, "a key's SHA-256"),
                fields.as("role", Role::given, "a role"),
                fields.instant("since"));
    }
}
