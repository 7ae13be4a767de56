package dev.muster.testing;

import org.junit.jupiter.api.extension.ExtendWith;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The test belongs to a group that needs something a machine may lack. Where it is lacking the test
 * is left out, and the build names the group loudly at its end.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(LeaveOutWhatCannotRun.class)
public @interface Needs {
    TestGroup value();
}
