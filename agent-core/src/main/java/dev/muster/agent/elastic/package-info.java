/**
 * torch's elastic agent under its own names ({@code torch.distributed.elastic.agent.server},
 * spec/elastic-agent §3.1–3.3), for programs that start jobs from Java.
 *
 * <p>Everything here is a view of the one engine: a {@link dev.muster.agent.elastic.WorkerSpec} is
 * a job's spec, a {@link dev.muster.agent.elastic.WorkerGroup} is read off the snapshot of a run,
 * and a {@link dev.muster.agent.elastic.LocalElasticAgent} is an agent that hosts one run.
 */
@NullMarked
package dev.muster.agent.elastic;

import org.jspecify.annotations.NullMarked;
