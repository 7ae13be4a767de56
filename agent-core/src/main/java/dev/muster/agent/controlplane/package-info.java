/**
 * PyTorch's control plane of a worker (spec/elastic-agent §4.9): a script that runs inside {@code
 * torch.distributed.elastic.control_plane.worker_main()} answers HTTP on the Unix socket its agent
 * names. {@link dev.muster.agent.controlplane.WorkerSockets} names one for each worker, {@link
 * dev.muster.agent.controlplane.WorkerServer} asks there.
 */
@NullMarked
package dev.muster.agent.controlplane;

import org.jspecify.annotations.NullMarked;
