package dev.muster.agent.control.client;

import java.util.Optional;

/**
 * One event of a stream of server-sent events.
 *
 * @param id where to resume after it; absent where nothing is lost by missing it
 */
record ServerEvent(String name, Optional<String> id, String data) {}
