package io.twohop.finding;

import static io.twohop.finding.Kind.AGENTS;
import static io.twohop.finding.Kind.ARRIVALS;
import static io.twohop.finding.Kind.MACHINE;
import static io.twohop.finding.Kind.MESSAGES;
import static io.twohop.finding.Kind.OBJECTIVE;
import static io.twohop.finding.Kind.PROCESS;
import static io.twohop.finding.Kind.RATE;
import static io.twohop.finding.Kind.SERVICE;
import static io.twohop.finding.Kind.TRANSPORT;
import static io.twohop.finding.Kind.WARM_UP;
import static io.twohop.finding.Severity.BROKEN;
import static io.twohop.finding.Severity.INVALID;
import static io.twohop.finding.Severity.MISSED;
import static io.twohop.finding.Severity.NOTE;
import static io.twohop.finding.Severity.SATURATED;
import static io.twohop.finding.Severity.WARNING;

/**
 * The bench's rules, by kind. A comment says when a rule applies, where its text does not. The conditions themselves are in {@code judge},
 * or where only a running measurement can see them.
 */
public final class Rules {
    // The rate was not held.

    /** A backlog grew, or warm-up ended early. */
    public static final Rule ACHIEVED =
            new Rule(RATE, SATURATED, "%.1f %% of the offered rate achieved (%,.0f of %,.0f messages/s)", "");

    public static final Rule OVERLOADED = new Rule(
            RATE,
            SATURATED,
            "warm-up ended early, since the rate cannot be held: %,.0f messages/s were processed for %d s, a rate that did not rise",
            "");

    public static final Rule TURNED = new Rule(
            RATE,
            SATURATED,
            "the rate was held until it came to %,.0f/s, %.0f s into the window: from there on the backlog grew for %d s, by %s",
            "");

    /** The age of the backlog rises significantly over the seconds of the window. */
    public static final Rule BACKLOG_GROWS = new Rule(RATE, SATURATED, "the backlog grows by %s each second", "");

    public static final Rule BACKLOG_GREW =
            new Rule(RATE, SATURATED, "the backlog grew by %s from the window's first part to its last", "");

    /** One of several lanes falls behind; the slowest is named. */
    public static final Rule LANE_GROWS =
            new Rule(RATE, SATURATED, "on lane %d of %s the backlog grows by %s each second", "");

    public static final Rule STANDING_BACKLOG = new Rule(
            RATE,
            SATURATED,
            "a backlog from warm-up never drained: every measured message waited at least %,.0f ms",
            "");

    public static final Rule UNDELIVERED = new Rule(
            RATE, SATURATED, "%,d messages had not arrived when the drain limit cut them off: queued or lost", "");

    public static final Rule UNDELIVERED_UNDER_FAULTS = new Rule(
            RATE,
            SATURATED,
            "%,d messages had not arrived at the end, since messages did not flow again or a redelivery was still due",
            "use a longer -Ddrain to see which are lost");

    /** Consumers that were stopped, and never caught up. */
    public static final Rule BACKLOG_STAYS = new Rule(
            RATE,
            SATURATED,
            "the backlog did not drain: %,d messages were left, since %,.0f/s arrived and %,.0f/s were due",
            "lower the rate, or add consumers");

    /** Consumers that were stopped, and did not catch up in time. */
    public static final Rule BACKLOG_OPEN = new Rule(
            RATE,
            INVALID,
            "the backlog had not drained yet: %,d messages were left, though %,.0f/s arrived and %,.0f/s were due",
            "measure about %4$s longer, or until the next fault");

    /** A rate that counts as held loses less. */
    public static final Rule LOST_SHARE = new Rule(
            RATE,
            SATURATED,
            "%.1f %% of the messages were lost (%,d of %,d): a rate that is not carried is not held",
            "");

    /** Too little was achieved, no backlog grew, and the window is short against the usual latency. */
    public static final Rule WINDOW_TOO_SHORT = new Rule(
            RATE,
            INVALID,
            "%s, of which at least %s are needed, though the backlog did not grow: %s is too short for a transport with a latency of %s",
            "use -Dduration=%5$s");

    /** Too little was achieved, no backlog grew, and the window is long enough. */
    public static final Rule STALL_AT_END = new Rule(
            RATE,
            INVALID,
            "%s, of which at least %s are needed, though the backlog did not grow: a stall across the end of the window held back %s"
                    + " of messages",
            "repeat the run, or use -Dduration=%4$s");

    /** Too little was achieved, and stalls of the machine explain how much is missing. */
    public static final Rule MACHINE_STALLED = new Rule(
            RATE,
            INVALID,
            "%s, of which at least %s are needed, but this machine was not free: it held messages up for as long as %s (%s)",
            "free it and repeat the run");

    /** Too little was achieved, and the thread with the least of a core would have achieved it on the cores that others took. */
    public static final Rule MACHINE_TAKEN = new Rule(
            RATE,
            INVALID,
            "%s, of which at least %s are needed, but this machine was not free: everything else on it took %.2f cores, and %s had none"
                    + " for %.0f %% of the time",
            "stop what else runs on it and repeat the run");

    /** One thread for all missed the rate, though a trial found that two carry more. */
    public static final Rule FULL_THREAD_OF_TWO = new Rule(
            RATE,
            WARNING,
            "one thread %s, and did not keep up",
            "give it two with -Dlayout=shared, which carried more in the trial");

    /** One thread for all missed the rate, as the workload asks. */
    public static final Rule FULL_THREAD_AS_ASKED = new Rule(
            RATE, WARNING, "one thread %s, and did not keep up", "let -Dlayout=auto choose; it may take more threads");

    /** One thread for all missed the rate, and no more are known to carry more. */
    public static final Rule FULL_THREAD = new Rule(
            RATE,
            WARNING,
            "one thread %s, and did not keep up",
            "offer a lower rate with -Drate=..., or use a machine with more cores");

    /** The rate is more than one thread or two carried in the trial before the run. */
    public static final Rule RATE_BEYOND_TRIAL = new Rule(
            RATE,
            WARNING,
            "%,.0f/s may be more than two cores carry: in a trial before the run, %s",
            "expect SATURATED, or offer less with -Drate=...");

    /** The codec's time is most of what a message takes, and the rate leaves less. */
    public static final Rule CODEC_BEYOND_RATE = new Rule(
            RATE,
            WARNING,
            "%,.0f/s may be more than the codec allows: %s alone takes %s per message",
            "expect SATURATED, or use a cheaper codec, such as -Dcodec=wire, or offer less with -Drate=...");

    /** A rate that counts as held leaves less for the time after the window. */
    public static final Rule ARRIVED_LATER = new Rule(
            RATE,
            WARNING,
            "part of the offered rate arrived after the window; where the verdict does not say that a backlog grows, a stall at its end"
                    + " delayed it",
            "measure longer, for example with -Dduration=%1$s, on a quiet machine");

    // Messages are missing or wrong.

    public static final Rule HEADER_CHANGED = new Rule(
            MESSAGES,
            INVALID,
            "%d messages arrived with an invalid header, the first: %s",
            "what carries messages must not change them");

    public static final Rule PAYLOAD_CHANGED = new Rule(
            MESSAGES,
            INVALID,
            "%d messages arrived with another payload than was published, the first: %s",
            "what carries messages must not change them");

    public static final Rule LOST =
            new Rule(MESSAGES, INVALID, "%d messages lost by a transport that promises delivery %s", "");

    public static final Rule DUPLICATED =
            new Rule(MESSAGES, INVALID, "%d messages duplicated by a transport that promises delivery %s", "");

    public static final Rule OUT_OF_ORDER =
            new Rule(MESSAGES, INVALID, "%d messages out of order on a transport that promises order", "");

    /** A producer's messages take several lanes. */
    public static final Rule OUT_OF_ORDER_ON_LANES = new Rule(
            MESSAGES,
            INVALID,
            "%d messages out of order on their topic, partition or subject, whose order the transport promises",
            "");

    public static final Rule OUT_OF_ORDER_BY_KEY = new Rule(
            MESSAGES, INVALID, "%d messages out of order by key on a transport that promises order by key", "");

    /** Messages arrived after the span in which duplicates are recognized. */
    public static final Rule TOO_LATE =
            new Rule(MESSAGES, INVALID, "%d messages so late that they cannot be distinguished from duplicates", "");

    public static final Rule FOREIGN =
            new Rule(MESSAGES, INVALID, "%d messages that this run did not send: something else uses its channels", "");

    public static final Rule NOT_PUBLISHED =
            new Rule(MESSAGES, INVALID, "%d messages could not be published, the first because: %s", "");

    public static final Rule NOT_ACKNOWLEDGED = new Rule(
            MESSAGES, INVALID, "%,d of %,d messages have no acknowledgement, though the transport waits for none", "");

    public static final Rule ACKNOWLEDGED_TWICE =
            new Rule(MESSAGES, INVALID, "%,d acknowledgements are beyond one for each of %,d messages", "");

    public static final Rule ACKNOWLEDGED_EARLY =
            new Rule(MESSAGES, INVALID, "%,d acknowledgements came before the transport had taken their message", "");

    public static final Rule ACKNOWLEDGED_UNKNOWN =
            new Rule(MESSAGES, INVALID, "%,d acknowledgements are of times at which no message was due", "");

    public static final Rule ACKNOWLEDGED_OTHERS = new Rule(
            MESSAGES,
            INVALID,
            "%,d publishers have acknowledgements of other messages than theirs: of some twice, of others never",
            "");

    public static final Rule LOST_UNDER_FAULTS =
            new Rule(MESSAGES, BROKEN, "promises delivery %s, and under faults lost %d messages", "");

    public static final Rule ACKNOWLEDGED_LOST = new Rule(
            MESSAGES, BROKEN, "promises delivery %s, and under faults lost %d messages that it had acknowledged", "");

    public static final Rule DUPLICATED_UNDER_FAULTS =
            new Rule(MESSAGES, BROKEN, "promises delivery %s, and under faults duplicated %d messages", "");

    public static final Rule OUT_OF_ORDER_UNDER_FAULTS =
            new Rule(MESSAGES, BROKEN, "promises order, and under faults %d messages came out of order", "");

    public static final Rule OUT_OF_ORDER_ON_LANES_UNDER_FAULTS = new Rule(
            MESSAGES, BROKEN, "promises order, and under faults %d messages came out of order on their lanes", "");

    public static final Rule OUT_OF_ORDER_BY_KEY_UNDER_FAULTS = new Rule(
            MESSAGES,
            BROKEN,
            "promises order by key, and under faults %d messages came behind later ones of their key",
            "");

    /** A rule applies to more subscribers than are named. It has the severity of that rule. */
    public static final Rule MORE_SUBSCRIBERS =
            new Rule(MESSAGES, INVALID, "and %d more subscribers", "see subscribers in result.json");

    // Objectives.

    public static final Rule TOO_FEW_SAMPLES =
            new Rule(OBJECTIVE, INVALID, "too few samples: %d (expected: at least %d)", "measure longer");

    public static final Rule LATENCY_MISSED = new Rule(OBJECTIVE, MISSED, "%s: %s (objective: at most %s)", "");

    /** Lost and undelivered messages count. In a run that is saturated, this has its severity. */
    public static final Rule LOSS_MISSED =
            new Rule(OBJECTIVE, MISSED, "loss: %,d messages (objective: at most %,d)", "");

    public static final Rule ACHIEVED_UNDER_FAULTS = new Rule(
            OBJECTIVE,
            MISSED,
            "%s under faults, of which at least %s are needed",
            "measure longer, or allow for the outage with -Dslo.achieved=%3$s");

    public static final Rule LEAST_ACHIEVED_CHANGED = new Rule(
            OBJECTIVE, NOTE, "a rate of which %s are achieved counts as held (slo.achieved; %s by default)", "");

    public static final Rule NO_PROBE =
            new Rule(OBJECTIVE, INVALID, "objective %s cannot be judged: this run has no such probe", "");

    /** A percentile needs ten samples beyond it. */
    public static final Rule TOO_FEW_BEYOND = new Rule(
            OBJECTIVE, INVALID, "objective %s cannot be judged: %,d samples are too few for it", "measure longer");

    /** The limit lies within the range in which the latency may lie without the machine. */
    public static final Rule MACHINE_MAY_DECIDE = new Rule(
            OBJECTIVE,
            INVALID,
            "objective %s cannot be judged here: %s",
            "repeat on a machine with more cores, or with nothing else on it");

    // This machine.

    public static final Rule TAKEN_ELSEWHERE = new Rule(
            MACHINE,
            WARNING,
            "everything else on the machine, a shared server included, took %.2f cores while it was measured",
            "stop what else runs on it and repeat; bench doctor shows what that is");

    /** Both runs say so, if they are the same user's. */
    public static final Rule MEASURED_BESIDE = new Rule(
            MACHINE,
            WARNING,
            "another run measured on this machine at the same time: %s",
            "measure one run at a time, in Maven with forkCount 1, and repeat");

    /** {@link #MEASURED_BESIDE} for several runs, such as a loop of short ones. */
    public static final Rule MEASURED_BESIDE_SEVERAL = new Rule(
            MACHINE,
            WARNING,
            "%d other runs measured on this machine at the same time; the first: %s",
            "measure one run at a time, in Maven with forkCount 1, and repeat");

    /** CPU time of other processes is unknown, and the load average is above half of the cores. */
    public static final Rule BUSY_BEFORE = new Rule(
            MACHINE,
            WARNING,
            "the machine was busy before the run (load %.1f on %d cores)",
            "stop what else runs on it and repeat; bench doctor shows what that is");

    /** Other processes' writes delayed at least 0.1 % of messages. */
    public static final Rule DISK_BUSY = new Rule(
            MACHINE,
            WARNING,
            "%s: that delayed %.1f %% of messages",
            "stop what else writes to that disk, or keep the data on another one");

    /** The median lateness is above 1 us. */
    public static final Rule GENERATOR_LATE = new Rule(
            MACHINE,
            WARNING,
            "the generator was late by %s at the median",
            "free a core for it, offer a lower rate with -Drate=..., or use a machine with more cores");

    /** {@code layout: auto} took two threads with fewer cores than tasks. */
    public static final Rule TASKS_SHARE_CORES = new Rule(
            MACHINE,
            WARNING,
            "%s for %d busy tasks: the sink shares the generator's thread",
            "use a machine with %2$d cores");

    /** {@code layout: shared} with fewer cores than tasks. */
    public static final Rule TASKS_SHARE_CORES_AS_ASKED = new Rule(
            MACHINE,
            WARNING,
            "%s for %d busy tasks: the sink shares the generator's thread",
            "use a machine with %2$d cores, or let -Dlayout=auto choose; it may leave a core free");

    public static final Rule LAYOUT_TRIAL_FAILED =
            new Rule(MACHINE, WARNING, "a trial of the layouts failed: %s", "set -Dlayout=single or -Dlayout=shared");

    public static final Rule TOO_MANY_SPIN = new Rule(
            MACHINE,
            WARNING,
            "%d spinning threads on %d cores: this measures the scheduler as much as the transport",
            "measure with -Dlayout=auto, or on a machine with %1$d cores");

    /** For more than 0.1 s of each second. */
    public static final Rule SERVER_WAITED = new Rule(
            MACHINE,
            WARNING,
            "%s's threads waited for a core, all together %.2f s of each second",
            "offer a lower rate, or give it cores of its own: its latencies are this machine's");

    public static final Rule BELOW_ZERO = new Rule(
            MACHINE,
            WARNING,
            "%d latencies were below zero, and count as zero",
            "use the clock source tsc where the machine has it; bench doctor shows which it uses");

    /** {@code --require-trust}, of a run without a recording. */
    public static final Rule TRUST_UNKNOWN = new Rule(
            MACHINE,
            INVALID,
            "endToEnd: nothing is known about its trust (expected: to %s at least)",
            "record the run, with jfr: default");

    /** {@code --require-trust}. */
    public static final Rule TRUST_TOO_LOW = new Rule(
            MACHINE,
            INVALID,
            "%s: %s (expected: to %s at least)",
            "stop what else runs on this machine, or use one with more cores");

    // Arrivals from a file.

    public static final Rule ARRIVALS_UNREADABLE = new Rule(
            ARRIVALS,
            INVALID,
            "the file of arrivals could not be read to the end of the window: %s",
            "repair or replace the file, which was whole when the run began");

    public static final Rule ARRIVALS_UNREAD = new Rule(
            ARRIVALS,
            INVALID,
            "the file of arrivals was not read to the end of the window",
            "put it on a faster disk, or unpack it");

    public static final Rule ARRIVALS_READ_LATE = new Rule(
            ARRIVALS,
            INVALID,
            "arrivals were read too slowly: %,d times a message was due before its time had been read",
            "leave a core to the thread that reads, put the file on a faster disk, unpack it, or lower arrivals.speed");

    /** For more than ten seconds. */
    public static final Rule ARRIVALS_GAP = new Rule(
            ARRIVALS,
            WARNING,
            "no message was due for %s, which ended with line %d of the file of arrivals",
            "cut the gap out of the file, or raise arrivals.speed");

    // Warm-up, the floor and the number of forks.

    /** Messages from warm-up make up more than 0.1 % of those due in the window. */
    public static final Rule BACKLOG_INHERITED = new Rule(
            WARM_UP,
            WARNING,
            "measuring began with a backlog of %d messages from warm-up, and the latencies contain the wait for it",
            "warm up longer, for example with -Dwarmup=%2$s");

    /** Compiling took more than 5 % of the window, or more than 200 classes were loaded. */
    public static final Rule STILL_WARMING_UP = new Rule(
            WARM_UP,
            WARNING,
            "the JVM was still warming up while it was measured: %d methods compiled in %s, %d classes loaded",
            "warm up longer, for example with -Dwarmup=%4$s");

    /** The first third's median is higher by more than 10 %, significantly. */
    public static final Rule SLOW_START = new Rule(
            WARM_UP,
            WARNING,
            "the first %d s were slower: median %s, and %s after",
            "warm up longer, for example with -Dwarmup=%4$s");

    /** The trend is significant, and above 10 %. */
    public static final Rule LATENCY_GREW = new Rule(
            WARM_UP,
            WARNING,
            "latency grew while it was measured: the median of a second by %.0f %% from the first to the last",
            "measure longer to see where it ends, and look at heap, disk and queues");

    /** The trend is significant, and above 10 %. */
    public static final Rule LATENCY_FELL = new Rule(
            WARM_UP,
            WARNING,
            "latency fell while it was measured: the median of a second by %.0f %% from the first to the last",
            "warm up longer, for example with -Dwarmup=%2$s");

    /** The trial of {@code warmup: {until: steady}} took all of {@code most}. */
    public static final Rule NEVER_STEADY = new Rule(
            WARM_UP,
            WARNING,
            "no %d s without a change of latency within %.0f s of warm-up",
            "a longer warmup.most; if nothing helps, look at the seconds in the report");

    /** The floor's own run did not hold the rate. */
    public static final Rule FLOOR_SLOW = new Rule(
            WARM_UP,
            WARNING,
            "harness and codec alone, over %s, achieved %d messages/s",
            "offer a lower rate, choose a faster codec, or use a machine with more cores");

    /** The floor's median is more than twice the highest of any fork. */
    public static final Rule FLOOR_UNSETTLED = new Rule(
            WARM_UP,
            WARNING,
            "the floor's median is above the run's own: it had not settled when it was measured",
            "ignore the floor, or measure it longer with -Dfloor=%1$s");

    /** {@code forks.most} forks did not reach the precision that {@code forks.until} asks for. */
    public static final Rule IMPRECISE = new Rule(
            WARM_UP,
            WARNING,
            "%s is known to +-%.1f %% only",
            "more forks with -Dforks.most=..., or a longer duration");

    public static final Rule PRECISION_UNKNOWN = new Rule(
            WARM_UP,
            WARNING,
            "too few forks have %s to say how well it is known",
            "see why in each fork, or name another figure in forks.until");

    // Broker and transport.

    /** A process that the transport started ended by itself, or by another program's hand. */
    public static final Rule SERVER_ENDED = new Rule(TRANSPORT, INVALID, "%s; its log ends: %s", "see its log: %3$s");

    /** A process that the transport started was stopped and continued, by no fault of the workload. */
    public static final Rule SERVER_STOPPED = new Rule(
            TRANSPORT,
            WARNING,
            "%s was stopped for %,d ms, which nobody had asked for: messages waited for it",
            "find out who sends it SIGSTOP, and measure again");

    /** The kernel killed a server, for one; a measuring process that is killed itself reports nothing. */
    public static final Rule MEMORY_LIMIT = new Rule(
            TRANSPORT,
            WARNING,
            "the kernel killed a process at %s",
            "raise the limit, or give processes smaller heaps");

    /** Batching by Kafka's producer, which may be most of a latency. */
    public static final Rule LINGER = new Rule(
            TRANSPORT,
            NOTE,
            "the producer holds each message back for up to %s ms, to send several together (linger.ms)",
            "set producer.linger.ms to 0, as in kafka-latency.yaml, if latency counts more than requests");

    /** Consumers that look for messages now and then. */
    public static final Rule PARKED = new Rule(
            TRANSPORT,
            NOTE,
            "consumers sleep for %d us between two polls, and so does a message (idle: park)",
            "measure with -Didle=yield, or -Didle=spin where each thread has a core");

    /** Within {@code drain} after warm-up began. */
    public static final Rule NOTHING_ARRIVED = new Rule(TRANSPORT, INVALID, "no message arrived in %d ms", "");

    /** Requests reached a service, and no answer came within {@code drain}. */
    public static final Rule NOTHING_ANSWERED = new Rule(
            TRANSPORT, INVALID, "no message arrived in %d ms, since the service answered none of those it took", "");

    /** Under faults, a sign of the fault. */
    public static final Rule ACKNOWLEDGEMENTS_OUTSTANDING =
            new Rule(TRANSPORT, INVALID, "not every message was acknowledged within %s", "");

    public static final Rule SERVER_SHARED = new Rule(
            TRANSPORT,
            WARNING,
            "the server is shared with other runs: it was warm, and its memory and pauses were not recorded",
            "let the run start its own for figures to publish");

    // Several machines.

    public static final Rule AGENTS_BEGAN = new Rule(
            AGENTS,
            WARNING,
            "agents began within %d us of each other",
            "nothing to do: each latency is measured by one clock");

    public static final Rule TO_SERVICE_INEXACT = new Rule(
            AGENTS,
            WARNING,
            "toService may be off by %.1f us, by the wall clocks of several machines",
            "nothing to do: that is at most a tenth of its median");

    public static final Rule TO_SERVICE_UNBOUNDED = new Rule(
            AGENTS,
            WARNING,
            "toService is absent: nothing bounds the wall clock of %s",
            "have chrony keep that machine's clock");

    public static final Rule TO_SERVICE_TOO_INEXACT = new Rule(
            AGENTS,
            WARNING,
            "toService is absent: it may be off by %.1f us, with a median of %.1f us",
            "synchronize the machines' clocks to a tenth of the median: docs/AGENTS.md");

    /** The run ended early, or an agent did not answer afterwards. */
    public static final Rule TO_SERVICE_UNCHECKED = new Rule(
            AGENTS,
            WARNING,
            "toService is absent: clocks were not read again after the run",
            "see why the run, or an agent's answers, ended early");

    public static final Rule LOAD_UNBALANCED = new Rule(AGENTS, INVALID, "%s: its account does not balance: %s", "");

    public static final Rule ANSWERS_UNBALANCED =
            new Rule(AGENTS, INVALID, "accounts do not balance: %s took %d requests, and %d answers arrived", "");

    public static final Rule REQUESTS_UNBALANCED =
            new Rule(AGENTS, INVALID, "accounts do not balance: %s took %d requests, and %d were sent", "");

    // Your service.

    public static final Rule UNANSWERED = new Rule(
            SERVICE,
            INVALID,
            "the service left %d events without an answer, which count as dropped",
            "let it answer each event once before it returns, or measure with hops: 1");

    public static final Rule ANSWERED_AGAIN = new Rule(
            SERVICE,
            INVALID,
            "the service answered %d events more than once, which count as duplicated",
            "let it answer each event once");

    /** Requests to a deployed service. */
    public static final Rule NO_REPLY = new Rule(
            SERVICE, INVALID, "%,d requests have no reply, though the deployed service is to answer each once", "");

    /** Requests to a deployed service. */
    public static final Rule REPLIED_AGAIN = new Rule(
            SERVICE,
            INVALID,
            "%,d requests have more than one reply, though the deployed service is to answer each once",
            "");

    /** Requests to a deployed service that replies several times. */
    public static final Rule MISSING_REPLIES = new Rule(
            SERVICE, INVALID, "%,d requests have fewer than the %,d replies of perRequest, %,d of them none", "");

    /** Replies of a deployed service that replies several times, or not always. */
    public static final Rule EXTRA_REPLIES =
            new Rule(SERVICE, INVALID, "%,d replies are more than the %s of perRequest", "");

    /** Replies that carry an error by the protocol of NATS services. */
    public static final Rule ERROR_REPLIES = new Rule(
            SERVICE,
            INVALID,
            "%,d replies report an error of the service in place of an answer, the first: %s",
            "send requests that the service answers: bench doctor --service shows a reply");

    /** Servers that tell when they appended requests and replies. */
    public static final Rule APPEND_TIMES =
            new Rule(SERVICE, NOTE, "toService and inService come from the brokers' append times, in steps of %s", "");

    public static final Rule APPEND_TIMES_ALONE = new Rule(
            SERVICE,
            NOTE,
            "inService comes from a broker's append times, in steps of 1 ms; toService is absent, since its clock is another than this"
                    + " machine's",
            "say in the workload by how much they differ at most: service.clocksWithin");

    public static final Rule APPEND_CLOCKS_UNKNOWN = new Rule(
            SERVICE,
            NOTE,
            "toService and inService are absent: the append times are those of brokers on several machines",
            "say in the workload by how much their clocks differ at most: service.clocksWithin");

    /** The workload names a bound of clocks, for nothing. */
    public static final Rule APPEND_TIMES_ABSENT = new Rule(
            SERVICE,
            NOTE,
            "toService and inService are absent: requests and replies do not both have append times",
            "set message.timestamp.type=LogAppendTime on both topics, or leave service.clocksWithin out");

    /** Replies came long before the acknowledgements of their requests, or these never came. */
    public static final Rule SHARES_UNKNOWN = new Rule(
            SERVICE,
            WARNING,
            "toService and inService lack %,d messages, whose acknowledgements came late or not at all",
            "look at the acknowledge latencies");

    /** A request was appended before it was sent, or after it was acknowledged; or a reply before its request. */
    public static final Rule APPEND_CLOCKS_DIFFER = new Rule(
            SERVICE,
            WARNING,
            "the clocks behind toService and inService differ by %,d ms or more",
            "synchronize them, or say in the workload by how much they differ at most: service.clocksWithin");

    /** Lanes on which requests to a deployed service have no reply from some time on, if others do. */
    public static final Rule SILENT_LANES = new Rule(
            SERVICE,
            INVALID,
            "the last requests of these lanes have no reply: %s",
            "look at the consumer of that topic, partition or subject");

    /** A deployed service need not reply to each request, and was silent for ten times the longest silence before. */
    public static final Rule SILENT_SERVICE = new Rule(
            SERVICE,
            INVALID,
            "no request of the last %,d ms has a reply, ten times the longest silence before",
            "check that the service still runs");

    /** Replies of a deployed service. */
    public static final Rule UNCORRELATED = new Rule(
            SERVICE,
            INVALID,
            "%,d replies have no number of a request in their %s, the first: %s",
            "let the service pass it on, or name another part with correlate");

    /** Replies of a deployed service carry trace ids that nobody sent, and about as many replies are missing. */
    public static final Rule NEW_TRACES = new Rule(
            SERVICE,
            INVALID,
            "%,d replies carry a valid trace id that this run did not send, and %,d requests have no reply: the service starts a new"
                    + " trace (a batch listener, or a thread of its own?)",
            "correlate by a field, such as {field: /orderId}");

    /** Replies of a deployed service to other clients. */
    public static final Rule FOREIGN_REPLIES = new Rule(
            SERVICE, WARNING, "%,d replies belong to requests that this run did not send, and were passed over", "");

    /** Replies of a deployed service. */
    public static final Rule FORGOTTEN_REPLIES = new Rule(
            SERVICE, INVALID, "%,d replies came so late that it is no longer known when their requests were due", "");

    // Processes.

    /** A workload of so many messages, whose duration is the limit. */
    public static final Rule COUNT_MISSED = new Rule(
            PROCESS, INVALID, "duration: %,d of %,d messages were published within %s", "give more with -Dduration");

    public static final Rule OUT_OF_MEMORY =
            new Rule(PROCESS, INVALID, "ran out of memory: %s (give it more with -Djvm.heap=...)", "");

    /** A thread did not end. */
    public static final Rule STUCK = new Rule(PROCESS, INVALID, "%s is stuck in %s", "");

    public static final Rule FAULT_FAILED = new Rule(PROCESS, INVALID, "a fault could not be done: %s", "");

    public static final Rule FAULT_LATE = new Rule(
            PROCESS,
            INVALID,
            "a fault came too late: %s took effect %d ms after its time",
            "repeat on a machine with less to do");

    private Rules() {}
}
