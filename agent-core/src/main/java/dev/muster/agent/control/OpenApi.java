package dev.muster.agent.control;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The description of the API that programs read. */
final class OpenApi {
    private OpenApi() {}

    static String text() {
        try (var resource = OpenApi.class.getResourceAsStream("openapi.json")) {
            if (resource == null) {
                throw new IllegalStateException("openapi.json is not in the build");
            }
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("openapi.json cannot be read", e);
        }
    }
}
