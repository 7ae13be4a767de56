/**
 * Who notices that something has stopped going on: PyTorch's file timers, by which a worker asks to
 * be ended if it hangs (spec/elastic-agent §4.7), and the endpoint where others ask whether the
 * agent itself hangs (§4.8).
 */
@NullMarked
package dev.muster.agent.watchdog;

import org.jspecify.annotations.NullMarked;
