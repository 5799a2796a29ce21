/**
 * Clients written by hand, without the harness: the price of TwoHop's checks, accounts and recorders is the difference. Each sends the
 * workload's default event over two hops in an open loop, counts latency from the intended time, and keeps one histogram. {@link
 * io.twohop.jmh.bare.Bare} runs them and TwoHop in turns:
 *
 * <pre>
 * java -cp bench-jmh/target/bench-jmh.jar io.twohop.jmh.bare.Bare --rates=10k,100k,capacity chronicle.yaml
 * </pre>
 */
package io.twohop.jmh.bare;
