/**
 * The cockpit: the window onto runs, ranks and logs.
 *
 * <p>Contract: it sees an agent only through {@code dev.muster.agent.session}.
 */
module dev.muster.gui {
    requires atlantafx.base;
    requires dev.muster.agent;
    requires javafx.controls;
    requires javafx.graphics;
    requires org.kordamp.ikonli.feather;
    requires org.kordamp.ikonli.javafx;
    requires org.slf4j;
    requires static org.jspecify;

    opens dev.muster.gui to
            javafx.graphics; // it makes the Application
}
