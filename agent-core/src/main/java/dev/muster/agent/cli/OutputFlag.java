package dev.muster.agent.cli;

import picocli.CommandLine.Option;

import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/** {@code -o table|json|jsonl}, for a call that prints a list. */
final class OutputFlag {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            description = "table, json or jsonl. Default: table.")
    private OutputForm form = OutputForm.table;

    /** Whether people are to read it. */
    boolean isTable() {
        return form == OutputForm.table;
    }

    /** Prints the values as they were asked for; as a table, {@code table} does it. */
    void print(List<ObjectNode> values, Terminal terminal, Runnable table) {
        if (isTable()) table.run();
        else HistoryJson.print(values, form, terminal);
    }
}
