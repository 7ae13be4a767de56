package dev.muster.gui;

import dev.muster.agent.job.RunId;
import dev.muster.gui.fx.Theme;
import dev.muster.gui.fx.ThemeChoice;
import dev.muster.gui.fx.Zoom;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Properties;

/** What the window remembers from one start to the next, in {@code cockpit.properties}. */
final class Settings {
    private static final String THEME = "theme";
    private static final String ZOOM = "scale";
    private static final String RANKS_HEIGHT = "ranks-height";
    private static final String WINDOW = "window";
    private static final String NOTIFIES = "notify";
    private static final String TAB = "tab";
    private static final String KEEP_RUNS = "keep-runs";
    private static final String RUN = "run";
    private static final String MACHINES = "machines";

    private final PropertiesFile file;

    /** {@code folder} is Muster's configuration folder; it need not exist. */
    Settings(Path folder) {
        file = new PropertiesFile(folder.resolve("cockpit.properties"), "Muster's window");
    }

    /**
     * The theme that was chosen last; dark before the first choice.
     *
     * @throws IOException when there is a file that cannot be read
     */
    ThemeChoice theme() throws IOException {
        return ThemeChoice.named(read().getProperty(THEME, ""))
                .orElseGet(() -> new ThemeChoice.Always(Theme.DARK));
    }

    /**
     * Remembers a theme.
     *
     * @throws IOException when the file cannot be written
     */
    void choose(ThemeChoice theme) throws IOException {
        write(THEME, theme.word());
    }

    /**
     * How large everything is drawn.
     *
     * @throws IOException when there is a file that cannot be read
     */
    Zoom zoom() throws IOException {
        return number(ZOOM).stream()
                .mapToObj(percent -> new Zoom((int) percent))
                .findFirst()
                .orElse(Zoom.USUAL);
    }

    /**
     * Remembers how large everything is drawn.
     *
     * @throws IOException when the file cannot be written
     */
    void choose(Zoom zoom) throws IOException {
        write(ZOOM, Integer.toString(zoom.percent()));
    }

    /**
     * How high the grid of ranks was made; absent when nobody did that.
     *
     * @throws IOException when there is a file that cannot be read
     */
    OptionalDouble ranksHeight() throws IOException {
        return number(RANKS_HEIGHT);
    }

    /**
     * Remembers how high the grid of ranks is.
     *
     * @throws IOException when the file cannot be written
     */
    void chooseRanksHeight(OptionalDouble height) throws IOException {
        write(RANKS_HEIGHT, height.isPresent() ? Double.toString(height.getAsDouble()) : "");
    }

    /**
     * Where the window lay when it was closed.
     *
     * @throws IOException when there is a file that cannot be read
     */
    Optional<WindowPlace> window() throws IOException {
        return WindowPlace.read(read().getProperty(WINDOW, ""));
    }

    /**
     * Remembers where the window lies.
     *
     * @throws IOException when the file cannot be written
     */
    void choose(WindowPlace window) throws IOException {
        write(WINDOW, window.words());
    }

    /**
     * Whether the desktop is told what happens.
     *
     * @throws IOException when there is a file that cannot be read
     */
    boolean notifies() throws IOException {
        return !read().getProperty(NOTIFIES, "").equals("no");
    }

    /**
     * Remembers whether the desktop is told what happens.
     *
     * @throws IOException when the file cannot be written
     */
    void chooseNotifies(boolean wanted) throws IOException {
        write(NOTIFIES, wanted ? "yes" : "no");
    }

    /** Absent where somebody wrote something else. */
    private OptionalDouble number(String key) throws IOException {
        String words = read().getProperty(key, "");
        try {
            double number = words.isEmpty() ? Double.NaN : Double.parseDouble(words);
            return Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
        } catch (NumberFormatException _) {
            return OptionalDouble.empty();
        }
    }

    /**
     * The page of the dock that was looked at last; the logs before that.
     *
     * @throws IOException when there is a file that cannot be read
     */
    DockTab tab() throws IOException {
        return DockTab.named(read().getProperty(TAB, "")).orElse(DockTab.LOGS);
    }

    /**
     * Remembers a page of the dock.
     *
     * @throws IOException when the file cannot be written
     */
    void choose(DockTab tab) throws IOException {
        write(TAB, tab.word());
    }

    /**
     * Whether runs go on when the window closes; they do before somebody decides otherwise.
     *
     * @throws IOException when there is a file that cannot be read
     */
    boolean keepsRuns() throws IOException {
        return !read().getProperty(KEEP_RUNS, "").equals("no");
    }

    /**
     * Remembers whether runs go on when the window closes.
     *
     * @throws IOException when the file cannot be written
     */
    void keepRuns(boolean wanted) throws IOException {
        write(KEEP_RUNS, wanted ? "yes" : "no");
    }

    /**
     * The run that was looked at last.
     *
     * @throws IOException when there is a file that cannot be read
     */
    Optional<RunId> lookedAt() throws IOException {
        String run = read().getProperty(RUN, "");
        try {
            return run.isEmpty() ? Optional.empty() : Optional.of(new RunId(run));
        } catch (IllegalArgumentException _) {
            return Optional.empty(); // somebody wrote something else there
        }
    }

    /**
     * Remembers which run is looked at.
     *
     * @throws IOException when the file cannot be written
     */
    void lookAt(RunId run) throws IOException {
        write(RUN, run.value());
    }

    /**
     * The machines that were attached, by the names that ssh knows.
     *
     * @throws IOException when there is a file that cannot be read
     */
    List<String> machines() throws IOException {
        String names = read().getProperty(MACHINES, "").strip();
        return names.isEmpty() ? List.of() : List.of(names.split("\\s+", -1));
    }

    /**
     * Remembers which machines are attached.
     *
     * @throws IOException when the file cannot be written
     */
    void attach(List<String> machines) throws IOException {
        write(MACHINES, String.join(" ", machines));
    }

    private void write(String key, String value) throws IOException {
        file.change(all -> all.setProperty(key, value));
    }

    private Properties read() throws IOException {
        return file.read();
    }
}
