package dev.muster.agent.launch;

/** What an interpreter says about itself and the torch it would import. */
public sealed interface TorchVersion {
    record Installed(String python, String torch) implements TorchVersion {}

    record Absent(String python) implements TorchVersion {}

    /** It did not answer; {@code reason} is a clause that names it. */
    record Unknown(String reason) implements TorchVersion {}
}
