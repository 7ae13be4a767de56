/**
 * What workers use: processor, memory, storage, threads and GPUs, per worker and everything it
 * started.
 *
 * <p>Read from {@code /proc} directly: a library for system statistics asks for five files of each
 * process where two do, brings a second way into native code along, and knows no worker's tree. A
 * measurement reads one file of every process of the machine, and one more of each that is ours.
 * Memory is resident memory, which counts shared pages once for each process: the kernel's fairer
 * figure (PSS) makes it walk all page tables with the process's memory locked, which a training
 * process of 100 GB would feel.
 *
 * <p>GPUs are told of by {@code nvidia-smi} or {@code rocm-smi}, run now and then beside; where
 * neither is there, nothing is said.
 */
@NullMarked
package dev.muster.agent.usage;

import org.jspecify.annotations.NullMarked;
