package dev.muster.agent.pairing;

import dev.muster.agent.journal.Fields;

import tools.jackson.core.JsonGenerator;

import java.time.Instant;
import java.util.Optional;

/**
 * Somebody on another machine who may control this user's agents, or who might once.
 *
 * @param name what it calls itself; no two have the same
 * @param since when it was paired
 * @param revoked when that ended
 */
public record PairedClient(
        KeyPin key, String name, Role role, Instant since, Optional<Instant> revoked) {
    public PairedClient {
        PeerName.check(name);
    }

    public boolean isRevoked() {
        return revoked.isPresent();
    }

    boolean isCalled(String nameOrKey) {
        return name.equals(nameOrKey) || key.text().equals(nameOrKey);
    }

    PairedClient called(String other) {
        return new PairedClient(key, other, role, since, revoked);
    }

    PairedClient revokedAt(Instant when) {
        return new PairedClient(key, name, role, since, Optional.of(when));
    }

    void writeTo(JsonGenerator json) {
        json.writeStringProperty("name", name);
        json.writeStringProperty("role", role.word());
        json.writeStringProperty("key", key.text());
        json.writeStringProperty("since", since.toString());
        revoked.ifPresent(when -> json.writeStringProperty("revoked", when.toString()));
    }

    static PairedClient read(Fields fields) {
        return new PairedClient(
                fields.as("key", KeyPin::new, "a key's SHA-256"),
                fields.as("name", PeerName::check, "a name"),
                fields.as("role", Role::given, "a role"),
                fields.instant("since"),
                fields.maybe("revoked", fields::instant));
    }
}
