package dev.muster.agent.launch;

import java.nio.file.Path;

/**
 * A Python interpreter found on this machine.
 *
 * @param python its absolute path; a link stays a link, since that is what makes a virtual
 *     environment
 * @param origin how it was found, as a phrase: ".venv beside the script"
 */
public record PythonEnvironment(Path python, String origin) {}
