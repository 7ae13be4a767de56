package dev.muster.agent.fleet;

/** Names one place of a fleet, for as long as the fleet is open. */
public record PlaceId(String value) {
    @Override
    public String toString() {
        return value;
    }
}
