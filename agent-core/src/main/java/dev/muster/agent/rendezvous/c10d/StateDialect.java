package dev.muster.agent.rendezvous.c10d;

/**
 * How versions of PyTorch differ in the state that they pickle (elastic-agent §2.10). Agents of
 * different dialects cannot share a rendezvous: each breaks on what the other writes.
 */
public enum StateDialect {
    /** Up to 1.13. */
    D1("fqdn", false, false),
    /** 2.0 to 2.2. */
    D2("addr", false, false),
    /** 2.3 to 2.5. */
    D3("addr", true, false),
    /** Since about 2.6. */
    D4("addr", true, true);

    private final String addressField;
    private final boolean spares;
    private final boolean zoned;

    StateDialect(String addressField, boolean spares, boolean zoned) {
        this.addressField = addressField;
        this.spares = spares;
        this.zoned = zoned;
    }

    /** What a node calls its address. */
    String addressField() {
        return addressField;
    }

    /** Whether a state has a list of spare nodes. */
    public boolean spares() {
        return spares;
    }

    /** Whether times say that they are UTC, rather than being so by agreement. */
    boolean zoned() {
        return zoned;
    }
}
