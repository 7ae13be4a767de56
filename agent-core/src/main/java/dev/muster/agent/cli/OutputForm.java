package dev.muster.agent.cli;

/** How a list is printed: for people, as one JSON value, or a JSON value a line. */
enum OutputForm {
    table,
    json,
    jsonl
}
