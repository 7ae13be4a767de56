/**
 * The rendezvous that nodes share through etcd, which outlives any one of them (elastic-agent
 * §2.11, with the API of version 3).
 *
 * <p>{@code EtcdGateway} knows the members and the ways in which they fail to answer, {@code
 * EtcdClient} what can be asked of them, {@code EtcdWatch} how to hear of changes; {@code Leases}
 * keeps a node's signs of life. Whatever is asked may be asked twice, of two members, without harm:
 * writes are transactions that name what they replace. So a member that dies in the middle of an
 * answer costs a second question and nothing else.
 */
@NullMarked
package dev.muster.agent.rendezvous.etcd;

import org.jspecify.annotations.NullMarked;
