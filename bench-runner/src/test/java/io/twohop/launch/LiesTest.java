package io.twohop.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.twohop.account.Accounting;
import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import io.twohop.account.Lane;
import io.twohop.account.Ledger;
import io.twohop.account.ProducerAccount;
import io.twohop.engine.Simulation;
import io.twohop.judge.Verdicts;
import io.twohop.result.Fork;
import io.twohop.result.Verdict;
import io.twohop.workload.Probe;
import io.twohop.workload.Workload;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is said of a transport that lies: whole measurements on a clock of their own, so that each second is exact. */
@Tag("one-jdk")
class LiesTest {
    private static final String BASE = "rate: 1k\nwarmup: 2s\nduration: 10s\ndrain: 2s\nhops: 2\nfloor: 0s\n";

    /** A case: what the transport does, what is asked of it, what must be said, and words of the reasons. */
    private static Arguments lie(String what, String lies, String workload, String verdict, String... reasons) {
        return argumentSet(what, lies, workload, verdict, reasons);
    }

    static Stream<Arguments> lies() {
        String met = "Met";
        String saturated = "Saturated";
        String missed = "Missed";
        String invalid = "Invalid";
        String atMostOnce = "delivery: at-most-once\n";
        return Stream.of(
                // Nothing wrong.
                lie("is faithful", "", "", met),
                lie("is faithful over one hop", "", "hops: 1\n", met),
                lie("is faithful on four lanes", "lanes: 4\n", "", met),
                lie("is faithful to three producers", "", "producers: 3\n", met),
                lie("takes 200 ms for each message", "delay: 200ms\n", "", met),
                lie("takes 3 s for each message of 30 s", "delay: 3s\n", "duration: 30s\ndrain: 5s\n", met),
                lie("takes 1.9 s for each message of 20 s", "delay: 1900ms\n", "duration: 20s\ndrain: 5s\n", met),
                lie(
                        "delivers a batch every 1.9 s of 20 s",
                        "batchEvery: 1900ms\n",
                        "duration: 20s\nwarmup: 4s\ndrain: 5s\n",
                        met),
                lie(
                        "is faithful to arrivals at random",
                        "",
                        "arrivals: { kind: poisson, seed: 5 }\nduration: 1s\n",
                        met),
                lie("is faithful to bursts", "", "arrivals: { kind: burst, burst: 100 }\nduration: 1050ms\n", met),
                lie("stands still for 300 ms in the middle", "silentFrom: 6s\nsilentUntil: 6300ms\n", "", met),
                lie("stands still for 90 ms at the end", "silentFrom: 11910ms\nsilentUntil: 12100ms\n", "", met),
                lie(
                        "stands still for 300 ms at the end, where 95 % are enough",
                        "silentFrom: 11800ms\nsilentUntil: 12100ms\n",
                        "slo: { achieved: 95 % }\n",
                        met,
                        "a rate of which 95 % are achieved counts as held (slo.achieved; 99 % by default)"),
                lie("stands still for 2 s in the middle", "silentFrom: 6s\nsilentUntil: 8s\n", "", met),
                lie(
                        "stands still over the rest of a window of 10.01 s",
                        "silentFrom: 11990ms\nsilentUntil: 12030ms\n",
                        "duration: 10010ms\n",
                        met),
                lie("delays by 150 ms from the window on", "delay: 150ms\ndelayFrom: 2s\n", "", met),
                lie("stood still in warm-up", "silentFrom: 500ms\nsilentUntil: 1500ms\n", "", met),
                lie(
                        "is asked for what it carries, 200 in flight",
                        "perSecond: 500\n",
                        "mode: throughput\ninFlight: 200\nduration: 2s\nrate:\n",
                        met),
                // The rate is not held.
                lie("carries 80 %", "perSecond: 800\n", "", saturated, "the backlog grows by 2"),
                lie("carries 99.5 %", "perSecond: 995\n", "", saturated, "the backlog grows by 5.0 ms"),
                lie(
                        "carries 80 % of a window of a second",
                        "perSecond: 800\n", "duration: 1s\nwarmup: 0s\n", saturated),
                lie(
                        "carries 95 % of a window of four seconds",
                        "perSecond: 950\n", "duration: 4s\nwarmup: 0s\n", saturated, "the backlog grows by 5"),
                lie("takes 10 ms more each second", "delayGrows: 10ms\n", "", saturated, "the backlog grows by 9.9 ms"),
                lie(
                        "takes 10 ms more each second, after a backlog of warm-up",
                        "delayGrows: 10ms\nfullFrom: 500ms\nfullUntil: 1950ms\nperSecond: 1250\n",
                        "",
                        saturated),
                lie("takes 10 ms more each second of a minute", "delayGrows: 10ms\n", "duration: 60s\n", saturated),
                lie(
                        "takes 0.5 ms more each second of ten minutes",
                        "delayGrows: 500us\n",
                        "duration: 10m\nrate: 100\n",
                        saturated,
                        "the backlog grows by"),
                lie(
                        "carries 92 % of bursts that outlast a second",
                        "perSecond: 920\n",
                        "arrivals: { kind: burst, burst: 1500 }\nduration: 6s\nwarmup: 3s\ndrain: 5s\n",
                        saturated,
                        "the backlog grew by"),
                lie(
                        "carries 98 % of a minute, where 90 % are enough",
                        "perSecond: 980\n",
                        "duration: 60s\nslo: { achieved: 90 % }\n",
                        saturated,
                        "the backlog grows by",
                        "90 % are achieved counts as held"),
                lie(
                        "carries 15 % of what a short warm-up offers",
                        "perSecond: 150\n",
                        "warmup: 7s\ndrain: 10s\n",
                        saturated,
                        "0.0 % of the offered rate achieved (0 of 1,000 messages/s)"),
                lie(
                        "carries 15 % of what warm-up offers",
                        "perSecond: 150\n",
                        "warmup: 20s\ndrain: 10s\nslo: { loss: 0, endToEnd.p99: 1s }\n",
                        saturated,
                        "15.0 % of the offered rate achieved (150 of 1,000 messages/s)",
                        "warm-up ended early, since the rate cannot be held: 150 messages/s were processed for 4 s"),
                lie(
                        "carries 100 % but never works off warm-up",
                        "fullFrom: 500ms\nfullUntil: 1500ms\nperSecond: 1000\n",
                        "",
                        saturated,
                        "a backlog from warm-up"),
                lie(
                        "carries 100 %, and in the window nothing but warm-up",
                        "fullFrom: 500ms\nfullUntil: 9s\nperSecond: 1000\n",
                        "warmup: 10s\nduration: 4s\ndrain: 20s\n",
                        saturated,
                        "a backlog from warm-up never drained: every measured message waited at least 8,"),
                lie("is full from 9 s on", "fullFrom: 9s\n", "", saturated, "had not arrived"),
                // The window does not show whether it is held.
                lie(
                        "takes 1.9 s for each message of 2 s",
                        "delay: 1900ms\n",
                        "duration: 2s\ndrain: 5s\n",
                        invalid,
                        "5.0 % of the offered rate achieved (50 of 1,000 messages/s), of which at least 99 % are needed,"
                                + " though the backlog did not grow: 2 s is too short for a transport with a latency of"
                                + " 1.9 s; use -Dduration=20s"),
                lie(
                        "delivers a batch every 1.9 s of 2 s",
                        "batchEvery: 1900ms\n",
                        "duration: 2s\nwarmup: 4s\ndrain: 5s\n",
                        invalid,
                        "2 s is too short for a transport with a latency of 1.7 s; use -Dduration=20s"),
                lie(
                        "takes 600 ms for each message of a second",
                        "delay: 600ms\n",
                        "duration: 1s\n",
                        invalid,
                        "1 s is too short for a transport with a latency of 600 ms; use -Dduration=10s"),
                lie(
                        "takes 3 s for each message",
                        "delay: 3s\n",
                        "drain: 5s\n",
                        invalid,
                        "10 s is too short for a transport with a latency of 3 s; use -Dduration=30s"),
                lie(
                        "takes 6 s for each message, of which 2 s are measured",
                        "delay: 6s\n",
                        "duration: 2s\ndrain: 10s\n",
                        invalid,
                        "2 s is too short for a transport with a latency of 6 s; use -Dduration=1m"),
                lie(
                        "stands still for 300 ms at the end",
                        "silentFrom: 11800ms\nsilentUntil: 12100ms\n",
                        "",
                        invalid,
                        "98.0 % of the offered rate",
                        "a stall across the end of the window held back 200 ms of messages; repeat the run, or use"
                                + " -Dduration=20s"),
                lie(
                        "stands still for 30 ms at the end, where 99.9 % are asked for",
                        "silentFrom: 11970ms\nsilentUntil: 12100ms\n",
                        "slo: { achieved: 99.9 % }\n",
                        invalid,
                        "99.7 % of the offered rate",
                        "99.9 % are achieved counts as held"),
                lie(
                        "stands still over the rest of a window of 1100 ms",
                        "silentFrom: 3050ms\nsilentUntil: 3110ms\n",
                        "duration: 1100ms\n",
                        invalid,
                        "a stall across the end of the window held back 50 ms"),
                lie(
                        "stands still from the middle of a window of a second on",
                        "silentFrom: 2200ms\nsilentUntil: 3300ms\n",
                        "duration: 1s\n",
                        invalid,
                        "a stall across the end of the window held back 800 ms"),
                lie(
                        "stands still from the middle of a window of 3 s on",
                        "silentFrom: 3500ms\nsilentUntil: 6s\n",
                        "duration: 3s\ndrain: 3s\n",
                        invalid,
                        "a stall across the end of the window held back 1.5 s"),
                lie(
                        "is dead for the last second",
                        "silentFrom: 11s\nsilentUntil: 12s\n",
                        "",
                        invalid,
                        "90.0 % of the offered rate",
                        "held back 1 s of messages"),
                lie(
                        "is dead for the last second, with a latency of 900 ms",
                        "silentFrom: 11s\nsilentUntil: 12s\ndelay: 900ms\n",
                        "",
                        invalid,
                        "90.0 % of the offered rate",
                        "held back 1 s of messages"),
                lie("is full for 3 s at the end", "fullFrom: 9s\nfullUntil: 12s\n", "", invalid, "held back 3 s"),
                // One lane of several.
                lie(
                        "has one slow lane and loses every 100th",
                        "lanes: 4\nordered: false\nlanePerSecond: 100\nloseEvery: 100\n",
                        "slo: { loss: 0 }\n",
                        saturated,
                        "had not arrived",
                        "loss: "),
                lie(
                        "has one slow lane, which keeps its order, and loses every 100th",
                        "lanes: 4\nlanePerSecond: 100\nloseEvery: 100\n",
                        "slo: { loss: 0 }\n",
                        invalid,
                        "lost by a transport that promises"),
                lie("has one slow lane", "lanes: 4\nlanePerSecond: 100\n", "", saturated, "on lane 0 of producer 0"),
                lie(
                        "has one slow lane for the answers",
                        "hop: 2\nlanes: 4\nlanePerSecond: 100\n",
                        "",
                        saturated,
                        "on lane 0 of service 0"),
                lie(
                        "has one lane that is a little too slow",
                        "lanes: 4\nlanePerSecond: 245\n",
                        "",
                        saturated,
                        "on lane 0 of producer 0"),
                lie("has one lane that stops", "lanes: 4\nlaneStopsAt: 6s\n", "", invalid, "lost by"),
                lie(
                        "has one lane that stops and promises nothing",
                        atMostOnce + "lanes: 4\nlaneStopsAt: 6s\n",
                        "",
                        saturated,
                        "were lost"),
                lie("stands still at the end, in no order", "ordered: false\nsilentFrom: 9s\n", "", invalid, "lost by"),
                lie(
                        "stands still at the end, in no order, but will deliver again",
                        "ordered: false\nsilentFrom: 9s\nredelivery: 30s\n",
                        "",
                        saturated,
                        "had not arrived"),
                // Loss.
                lie("loses every 1000th against its promise", "loseEvery: 1000\n", "", invalid, "12 messages lost"),
                lie(
                        "loses every second and promises nothing",
                        atMostOnce + "loseEvery: 2\n",
                        "",
                        saturated,
                        "50.0 % of the messages were lost"),
                lie("loses every 2000th and promises nothing", atMostOnce + "loseEvery: 2000\n", "", met),
                lie(
                        "loses every 2000th where none may be",
                        atMostOnce + "loseEvery: 2000\n",
                        "slo: { loss: 0 }\n",
                        missed,
                        "loss: 6 messages"),
                lie("loses everything for a second", "loseFrom: 6s\nloseUntil: 7s\n", "", invalid, "lost by"),
                lie("loses the answers", "hop: 2\nloseEvery: 1000\n", "", invalid, "12 messages lost"),
                // One of several subscribers.
                lie("is faithful to three subscribers", "", "subscribers: 3\n", met),
                lie("is faithful to three subscribers over one hop", "lanes: 4\n", "hops: 1\nsubscribers: 3\n", met),
                lie(
                        "is faithful to the keys of three subscribers",
                        "lanes: 4\norderedByKey: true\n",
                        "subscribers: 3\nkeys: {count: 100}\n",
                        met),
                lie(
                        "loses every 1000th at one of three subscribers",
                        "hop: 2\nsubscriber: 2\nloseEvery: 1000\n",
                        "subscribers: 3\n",
                        invalid,
                        "subscriber 2: 12 messages lost by a transport that promises delivery exactly once"),
                lie(
                        "loses a single one at one of 64 subscribers",
                        "subscriber: 64\nloseEvery: 12000\n",
                        "hops: 1\nsubscribers: 64\n",
                        invalid,
                        "subscriber 64: 1 messages lost by"),
                lie(
                        "loses every 2000th at one of three subscribers where none may be",
                        atMostOnce + "hop: 2\nsubscriber: 3\nloseEvery: 2000\n",
                        "subscribers: 3\nslo: { loss: 0 }\n",
                        missed,
                        "subscriber 3: loss: 6 messages"),
                lie(
                        "loses every 1000th before the service of three subscribers",
                        "loseEvery: 1000\n",
                        "subscribers: 3\n",
                        invalid,
                        "12 messages lost by"),
                lie(
                        "repeats every 100th to one of three subscribers",
                        "hop: 2\nsubscriber: 1\nrepeatEvery: 100\n",
                        "subscribers: 3\n",
                        invalid,
                        "subscriber 1: 120 messages duplicated by"),
                lie(
                        "swaps every 100th of one of three subscribers",
                        "hop: 2\nsubscriber: 3\novertakeEvery: 100\n",
                        "subscribers: 3\n",
                        invalid,
                        "subscriber 3: ",
                        " messages out of order"),
                lie(
                        "carries 80 % to one of three subscribers",
                        "hop: 2\nsubscriber: 3\nperSecond: 800\n",
                        "subscribers: 3\n",
                        saturated,
                        "subscriber 3: the backlog grows by 2"),
                lie(
                        "has one slow lane to one of three subscribers",
                        "hop: 2\nsubscriber: 2\nlanes: 4\nlanePerSecond: 100\n",
                        "subscribers: 3\n",
                        saturated,
                        "subscriber 2: on lane 0 of service 0"),
                lie(
                        "stops delivering to one of three subscribers",
                        "hop: 2\nsubscriber: 1\nsilentFrom: 6s\n",
                        "subscribers: 3\n",
                        invalid,
                        "subscriber 1: "),
                lie(
                        "takes 2 ms to one of three subscribers where 1 ms is the most",
                        "hop: 2\nsubscriber: 1\ndelay: 2ms\n",
                        "subscribers: 3\nslo: { endToEnd.p50: 1ms }\n",
                        missed,
                        "subscriber 1: endToEnd.p50: "),
                // The rest.
                lie("repeats every 100th", "repeatEvery: 100\n", "", invalid, "duplicated by"),
                lie(
                        "repeats every 100th, after a while",
                        "repeatEvery: 100\nrepeatAfter: 500ms\n",
                        "",
                        invalid,
                        "messages duplicated by"),
                lie("repeats every 100th and promises nothing", "delivery: at-least-once\nrepeatEvery: 100\n", "", met),
                lie("swaps every 100th", "overtakeEvery: 100\n", "", invalid, "out of order"),
                lie("swaps every 100th and promises nothing", "ordered: false\novertakeEvery: 100\n", "", met),
                lie(
                        "swaps messages of one of four lanes",
                        "lanes: 4\novertakeEvery: 100\n",
                        "",
                        invalid,
                        "119 messages out of order on their topic, partition or subject"),
                lie(
                        "swaps answers of one of four lanes",
                        "hop: 2\nlanes: 4\novertakeEvery: 100\n",
                        "",
                        invalid,
                        "119 messages out of order on their topic, partition or subject"),
                lie(
                        "swaps messages of one of four lanes to one of three subscribers",
                        "hop: 2\nlanes: 4\nsubscriber: 3\novertakeEvery: 100\n",
                        "subscribers: 3\n",
                        invalid,
                        "subscriber 3: 119 messages out of order on their topic, partition or subject"),
                lie(
                        "swaps messages of one of four lanes and promises nothing",
                        "lanes: 4\nordered: false\novertakeEvery: 100\n",
                        "",
                        met),
                lie(
                        "repeats messages of four lanes after a while, in their order",
                        "delivery: at-least-once\nlanes: 4\nrepeatEvery: 100\nrepeatAfter: 500ms\n",
                        "",
                        met),
                lie("is faithful to keys on four lanes", "lanes: 4\norderedByKey: true\n", "keys: {count: 100}\n", met),
                lie(
                        "is faithful to keys of several producers over one hop",
                        "lanes: 4\norderedByKey: true\n",
                        "hops: 1\nproducers: 3\nkeys: {count: 5, distribution: zipf(1.1)}\n",
                        met),
                lie(
                        "swaps messages of a key on four lanes",
                        "lanes: 4\norderedByKey: true\novertakeEvery: 100\n",
                        "keys: {count: 2}\n",
                        invalid,
                        "messages out of order by key on a transport that promises order by key"),
                lie(
                        "swaps messages of a key on four lanes and promises nothing",
                        "lanes: 4\nordered: false\novertakeEvery: 100\n",
                        "keys: {count: 2}\n",
                        met),
                lie(
                        "swaps messages of a key that may be on several topics",
                        "orderedByKey: true\nordered: false\novertakeEvery: 100\n",
                        "topics: 2\nkeys: {count: 2}\n",
                        met),
                lie(
                        "swaps messages of different keys only",
                        "ordered: false\norderedByKey: true\novertakeEvery: 100\n",
                        "keys: {count: 1M}\n",
                        met),
                // Payloads and headers.
                lie(
                        "drops the payload of requests",
                        "hop: 1\ntamper: {payload: dropped}\n",
                        "",
                        invalid,
                        "12000 messages arrived with another payload than was published, the first: hop 1, producer 0, sequence 0: 0 bytes of payload, and 64 were published: offset 0"),
                lie(
                        "cuts the payload of every 1000th of the requests",
                        "hop: 1\ntamper: {payload: cut, every: 1000}\n",
                        "",
                        invalid,
                        "12 messages arrived with another payload than was published, the first: hop 1, producer 0, sequence 999: 63 bytes of payload, and 64 were published: offset 63"),
                lie(
                        "flips a bit in the payload of every 1000th of the requests",
                        "hop: 1\ntamper: {payload: flipped, every: 1000}\n",
                        "",
                        invalid,
                        "12 messages arrived with another payload than was published, the first: hop 1, producer 0, sequence 999: the payload differs from offset 32 to 47"),
                lie(
                        "swaps payloads between requests",
                        "hop: 1\ntamper: {payload: swapped}\n",
                        "",
                        invalid,
                        "11999 messages arrived with another payload",
                        "sequence 1: the payload differs from offset 0 to 15"),
                lie(
                        "moves the intended time of requests by 200 us",
                        "hop: 1\ntamper: {intendedNanos: 200000}\n",
                        "",
                        invalid,
                        "messages arrived with an invalid header, the first: hop 1, producer 0, sequence 0: its intended time was changed by 200,000 ns"),
                lie(
                        "flips bit 62 of the intended time of every 100th of the requests",
                        "hop: 1\ntamper: {bit: 190, every: 100}\n",
                        "",
                        invalid,
                        "120 messages arrived with an invalid header, the first: hop 1, producer 0, sequence 99: its intended time was changed by "),
                lie(
                        "drops the payload of answers",
                        "hop: 2\ntamper: {payload: dropped}\n",
                        "",
                        invalid,
                        "12000 messages arrived with another payload than was published, the first: hop 2, producer 0, sequence 0: 0 bytes of payload, and 64 were published: offset 0"),
                lie(
                        "cuts the payload of every 1000th of the answers",
                        "hop: 2\ntamper: {payload: cut, every: 1000}\n",
                        "",
                        invalid,
                        "12 messages arrived with another payload than was published, the first: hop 2, producer 0, sequence 999: 63 bytes of payload, and 64 were published: offset 63"),
                lie(
                        "flips a bit in the payload of every 1000th of the answers",
                        "hop: 2\ntamper: {payload: flipped, every: 1000}\n",
                        "",
                        invalid,
                        "12 messages arrived with another payload than was published, the first: hop 2, producer 0, sequence 999: the payload differs from offset 32 to 47"),
                lie(
                        "swaps payloads between answers",
                        "hop: 2\ntamper: {payload: swapped}\n",
                        "",
                        invalid,
                        "11999 messages arrived with another payload",
                        "sequence 1: the payload differs from offset 0 to 15"),
                lie(
                        "moves the intended time of answers by 200 us",
                        "hop: 2\ntamper: {intendedNanos: 200000}\n",
                        "",
                        invalid,
                        "messages arrived with an invalid header, the first: hop 2, producer 0, sequence 0: its intended time was changed by 200,000 ns"),
                lie(
                        "flips bit 62 of the intended time of every 100th of the answers",
                        "hop: 2\ntamper: {bit: 190, every: 100}\n",
                        "",
                        invalid,
                        "120 messages arrived with an invalid header, the first: hop 2, producer 0, sequence 99: its intended time was changed by "),
                lie(
                        "moves the intended time of 1 % back by 3 s",
                        "tamper: {intendedNanos: -3000000000, every: 100}\n",
                        "",
                        invalid,
                        "120 messages arrived with an invalid header",
                        "its intended time was changed by -3,000,000,000 ns"),
                lie(
                        "moves the intended time by 1 s",
                        "tamper: {intendedNanos: 1000000000}\n",
                        "",
                        invalid,
                        "its intended time was changed by 1,000,000,000 ns"),
                lie(
                        "moves the intended time of arrivals at random by 1 s",
                        "tamper: {intendedNanos: 1000000000, every: 100}\n",
                        "arrivals: { kind: poisson, seed: 5 }\nduration: 1s\n",
                        invalid,
                        "messages arrived with an invalid header",
                        "its header does not have the check that its sender wrote"),
                lie(
                        "moves the intended time of 1 % of a closed loop",
                        "perSecond: 500\ntamper: {intendedNanos: 1000000000, every: 100}\n",
                        "mode: throughput\ninFlight: 200\nduration: 2s\nrate:\n",
                        invalid,
                        "messages arrived with an invalid header, the first: hop 1, producer 0, sequence 99: its header does not have the check that its sender wrote"),
                lie(
                        "flips a bit of the sequence",
                        "tamper: {bit: 64, every: 1000}\n",
                        "",
                        invalid,
                        "12 messages arrived with an invalid header, the first: hop 1, producer 0, sequence 998: its header does not have the check that its sender wrote"),
                lie(
                        "flips a bit of the lane",
                        "lanes: 4\ntamper: {bit: 288, every: 1000}\n",
                        "",
                        invalid,
                        "12 messages arrived with an invalid header, the first: hop 1, producer 0, sequence 999: its header does not have the check that its sender wrote"),
                // With a check that fits: only the schedule and the other times tell.
                lie(
                        "moves the intended time of 1 % back by 3 s, with a right check",
                        "tamper: {intendedNanos: -3000000000, sealed: true, every: 100}\n",
                        "",
                        invalid,
                        "120 messages arrived with an invalid header, the first: hop 2, producer 0, sequence 99: its intended time is -2,901,000,000 ns after the run's start, where the schedule has no such message"),
                lie(
                        "moves the intended time of 1 % of the answers back by 50 us, with a right check",
                        "hop: 2\ntamper: {intendedNanos: -50000, sealed: true, every: 100}\n",
                        "",
                        invalid,
                        "120 messages arrived with an invalid header, the first: hop 2, producer 0, sequence 99: its intended time is 98,950,000 ns after the run's start, where the schedule has no such message"),
                lie(
                        "moves the intended time of 1 % by 200 us, with a right check",
                        "tamper: {intendedNanos: 200000, sealed: true, every: 100}\n",
                        "",
                        invalid,
                        "120 messages arrived with an invalid header, the first: hop 1, producer 0, sequence 99: its intended time is 99,200,000 ns after the run's start, where the schedule has no such message"),
                lie(
                        "moves the intended time of 1 % of the answers at random by 1 s, with a right check",
                        "hop: 2\ntamper: {intendedNanos: 1000000000, sealed: true, every: 100}\n",
                        "arrivals: { kind: poisson, seed: 5 }\n",
                        invalid,
                        "messages arrived with an invalid header, the first: hop 2, producer 0, sequence 99: its times are out of order"),
                lie(
                        "moves the intended time of 1 % of arrivals at random to before the run, with a right check",
                        "tamper: {intendedNanos: -30000000000, sealed: true, every: 100}\n",
                        "arrivals: { kind: poisson, seed: 5 }\n",
                        invalid,
                        "messages arrived with an invalid header, the first: hop 2, producer 0, sequence 99: its intended time is -29,",
                        "where the schedule has no such message"),
                lie(
                        "moves the time at the sender of 1 % of the requests by 1 s, with a right check",
                        "tamper: {stageNanos: 1000000000, sealed: true, every: 100}\n",
                        "",
                        invalid,
                        "120 messages arrived with an invalid header, the first: hop 1, producer 0, sequence 99: its times are out of order"),
                lie(
                        "moves the time at the service of 1 % of the answers back by 1 s, with a right check",
                        "hop: 2\ntamper: {stageNanos: -1000000000, sealed: true, every: 100}\n",
                        "",
                        invalid,
                        "120 messages arrived with an invalid header, the first: hop 2, producer 0, sequence 99: its times are out of order"),
                lie(
                        "flips bits of payloads and promises nothing",
                        "delivery: best-effort\nordered: false\ntamper: {payload: flipped, every: 1000}\n",
                        "",
                        invalid,
                        "12 messages arrived with another payload"),
                lie(
                        "flips a bit in the payload of every 99th at 10,000/s",
                        "tamper: {payload: flipped, every: 99}\n",
                        "rate: 10k\nduration: 2s\nwarmup: 1s\n",
                        invalid,
                        "messages arrived with another payload than was published"),
                lie(
                        "drops the payload of one message of 10,000/s to one of three subscribers",
                        "hop: 2\nsubscriber: 3\ntamper: {payload: dropped, every: 30000}\n",
                        "rate: 10k\nduration: 2s\nwarmup: 1s\nsubscribers: 3\n",
                        invalid,
                        "1 messages arrived with another payload than was published, the first: hop 2, producer 0, sequence 29,999"),
                lie("refuses every 1000th", "refuseEvery: 1000\n", "", invalid, "could not be published"),
                lie(
                        "fails every 1000th",
                        "acknowledged: true\nfailEvery: 1000\n",
                        "",
                        invalid,
                        "could not be published"),
                // Acknowledgements.
                lie("acknowledges each message", "acknowledged: true\n", "", met),
                lie(
                        "acknowledges each message of bursts",
                        "acknowledged: true\n",
                        "arrivals: { kind: burst, burst: 100 }\nduration: 1050ms\nproducers: 2\n",
                        met),
                lie(
                        "acknowledges each message that was pushed back",
                        "acknowledged: true\nfullFrom: 6s\nfullUntil: 6100ms\n",
                        "",
                        met),
                lie(
                        "acknowledges each message once that is awaited",
                        "acknowledged: true\nacknowledging: { onceAwaited: true }\n",
                        "",
                        met),
                lie(
                        "acknowledges 99 % and waits for the rest",
                        "acknowledged: true\nacknowledging: { skipEvery: 100, awaitedInVain: true }\n",
                        "",
                        invalid,
                        "not every message was acknowledged within 2s"),
                lie(
                        "acknowledges nothing",
                        "acknowledged: true\nacknowledging: { skipEvery: 1 }\n",
                        "",
                        invalid,
                        "12,000 of 24,000 messages have no acknowledgement"),
                lie(
                        "acknowledges 99 %",
                        "acknowledged: true\nacknowledging: { skipEvery: 100 }\n",
                        "",
                        invalid,
                        "120 of 24,000 messages have no acknowledgement"),
                lie(
                        "acknowledges 99 % of the answers",
                        "hop: 2\nacknowledged: true\nacknowledging: { skipEvery: 100 }\n",
                        "",
                        invalid,
                        "120 of 24,000 messages have no acknowledgement"),
                lie(
                        "acknowledges each message twice",
                        "acknowledged: true\nacknowledging: { repeatBehindEvery: 1 }\n",
                        "",
                        invalid,
                        "12,000 acknowledgements are beyond one for each of 24,000 messages"),
                lie(
                        "acknowledges one message twice instead of another",
                        "acknowledged: true\nacknowledging: { skipEvery: 1000, repeatBehindEvery: 1000 }\n",
                        "producers: 2\n",
                        invalid,
                        "2 publishers have acknowledgements of other messages"),
                lie(
                        "acknowledges messages of the future",
                        "acknowledged: true\nacknowledging: { ahead: 500us }\n",
                        "",
                        invalid,
                        "12,000 acknowledgements are of times at which no message was due"),
                lie(
                        "acknowledges a message that it pushes back",
                        "acknowledged: true\nacknowledging: { whenFull: true }\nfullFrom: 6s\nfullUntil: 6100ms\n",
                        "",
                        invalid,
                        "1 acknowledgements came before the transport had taken their message"),
                lie("delivers nothing at all", "silentFrom: 0s\n", "drain: 1s\n", invalid, "no message arrived"));
    }

    @ParameterizedTest
    @MethodSource("lies")
    void shouldBeSaidOf(String lies, String workload, String verdict, String[] reasons) throws Exception {
        Workload asked = Simulation.workload(merged(workload));
        Fork fork = Simulation.run(asked, lies);
        Verdict said = Verdicts.judge(List.of(fork), asked.objective());

        assertThat(said.kind()).as(said.reasons().toString()).isEqualTo(verdict);
        assertThat(reasons).allSatisfy(reason -> assertThat(said.reasons()).anyMatch(why -> why.contains(reason)));
        assertBalanced(fork);
    }

    /** Every message is accounted for once, in all and by producer and lane. */
    private static void assertBalanced(Fork fork) {
        fork.subscribers().forEach(subscriber -> assertBalanced(fork.of(subscriber)));
        if (fork.subscribers().isEmpty()) {
            assertBalancedForOne(fork);
        }
    }

    private static void assertBalancedForOne(Fork fork) {
        Accounting account = fork.accounting().orElseThrow();
        Ledger window = account.window();
        assertThat(account.received() + account.missing()).isEqualTo(account.scheduled());
        assertThat(account.whole().missing())
                .isEqualTo(account.lost()
                        + account.undelivered()
                        + account.reported().failed()
                        + account.reported().dropped());
        assertThat(window.arrived() + window.arrivedLater() + window.missing()).isEqualTo(window.due());
        assertThat(List.of(window.failed(), window.dropped(), window.lost(), window.undelivered()))
                .allMatch(count -> count >= 0);
        assertThat(sum(account, ProducerAccount::due)).isEqualTo(window.due());
        boolean open = !fork.isClosedLoop() && fork.complete();
        assertThat(fork.rates().duePerSecond() * measuredSeconds(fork))
                .as("judged by what was due")
                .isCloseTo(open ? window.due() : fork.rates().duePerSecond() * measuredSeconds(fork), within(1e-3));
        assertThat(
                        fork.probes().get(Probe.PUBLISH) == null
                                ? account.sent()
                                : fork.probes().get(Probe.PUBLISH).count())
                .as("what could not be published took no time")
                .isLessThanOrEqualTo(account.sent());
        assertThat(fork.intervals())
                .filteredOn(interval -> interval.phase() == Phase.MEASURE)
                .as("a short rest belongs to the second before")
                .allMatch(
                        interval -> !fork.complete() || interval.endNanos() - interval.startNanos() >= 1_000_000_000L);
        assertThat(sum(account, ProducerAccount::arrived)).isEqualTo(window.arrived());
        assertThat(sum(account, ProducerAccount::arrivedLater)).isEqualTo(window.arrivedLater());
        assertThat(sum(account, ProducerAccount::missing)).isEqualTo(window.missing());
        assertThat(account.lanes().stream()
                        .filter(lane -> lane.hop() == 1)
                        .mapToLong(Lane::taken)
                        .sum())
                .isEqualTo(account.sent());
        assertThat(fork.intervals().stream().mapToLong(Interval::completed).sum())
                .as("the seconds add up")
                .isEqualTo(account.received());
        boolean closedLoop = fork.isClosedLoop();
        assertThat(fork.probes().get(Probe.END_TO_END).count())
                .isEqualTo(closedLoop ? 0 : window.arrived() + window.arrivedLater());
        assertThat(
                        fork.probes().get(Probe.TO_SERVICE) == null
                                ? 0
                                : fork.probes().get(Probe.TO_SERVICE).count())
                .as("a repeated message is measured once")
                .isLessThanOrEqualTo(window.due());
    }

    private static double measuredSeconds(Fork fork) {
        return fork.intervals().stream()
                        .filter(interval -> interval.phase() == Phase.MEASURE)
                        .mapToLong(interval -> interval.endNanos() - interval.startNanos())
                        .sum()
                / 1e9;
    }

    private static long sum(Accounting account, ToLongFunction<ProducerAccount> part) {
        return account.producers().stream().mapToLong(part).sum();
    }

    /** The base with keys of the case instead of its own. */
    private static String merged(String workload) {
        StringBuilder yaml = new StringBuilder();
        BASE.lines()
                .filter(line -> workload.lines().noneMatch(own -> key(own).equals(key(line))))
                .forEach(line -> yaml.append(line).append('\n'));
        return yaml + workload;
    }

    private static String key(String line) {
        return line.substring(0, line.indexOf(':'));
    }
}
