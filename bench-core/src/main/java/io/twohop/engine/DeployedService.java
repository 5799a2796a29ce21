package io.twohop.engine;

import io.twohop.account.Accounting;
import io.twohop.account.Lane;
import io.twohop.codec.Codec;
import io.twohop.config.Texts;
import io.twohop.event.EventSource;
import io.twohop.event.field.PatchedSamples;
import io.twohop.fault.FaultSource;
import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.pipeline.Messages;
import io.twohop.pipeline.Role;
import io.twohop.pipeline.deployed.Clocks;
import io.twohop.pipeline.deployed.Correlator;
import io.twohop.pipeline.deployed.Correlators;
import io.twohop.pipeline.deployed.DeployedEnds;
import io.twohop.pipeline.deployed.ExpectedReplies;
import io.twohop.pipeline.deployed.ReplyCounts;
import io.twohop.pipeline.deployed.Requests;
import io.twohop.transport.Channel;
import io.twohop.transport.FaultTarget;
import io.twohop.transport.Mark;
import io.twohop.transport.Transport;
import io.twohop.workload.Correlation;
import io.twohop.workload.Deployment;
import io.twohop.workload.Fault;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/** A service that already runs, which the run neither starts nor ends, beside the peers of this process. */
final class DeployedService extends DeployedEnds implements OtherParts {
    /** The fewest missing replies that name a lane: fewer may have been under way at the end. */
    private static final long LEAST_SILENT = 10;

    /** A smaller part of the missing replies, one in this many, says nothing of a lane. */
    private static final int PARTS_OF_LOST = 10;

    private static final int MOST_LANES = 3;

    private final boolean followsTraces;
    private final OtherParts peers;

    /** @param peers those that begin and end with this process; {@link OtherParts#NONE} if it is alone */
    DeployedService(Measurement measurement, Transport transport, OtherParts peers) {
        super(
                transport,
                requests(measurement),
                new ExpectedReplies(
                        replies(measurement),
                        deployment(measurement).expected(),
                        correlator(measurement),
                        deployment(measurement).clocksWithin()),
                measurement.ids(),
                measurement.mostSequences(),
                measurement.messages().mark(),
                new Clocks(
                        SystemNanoClock.INSTANCE,
                        System::currentTimeMillis,
                        () -> EpochOffset.read().aheadNanos()));
        this.peers = peers;
        followsTraces = deployment(measurement).correlate().usesTrace();
    }

    private static Deployment deployment(Measurement measurement) {
        return measurement.scenario().service().deployment();
    }

    static Requests requests(Measurement measurement) {
        Deployment deployment = deployment(measurement);
        return new Requests(
                Channel.existing(deployment.requests(), 1), deployment.key(), canaries(measurement.messages()));
    }

    private static Channel replies(Measurement measurement) {
        Deployment deployment = deployment(measurement);
        return deployment.correlate().usesInbox()
                ? Channel.inbox(measurement.context().runId())
                : Channel.existing(deployment.expected().topic(), 2);
    }

    private static Correlator correlator(Measurement measurement) {
        Correlation correlation = deployment(measurement).correlate();
        if (Mark.Part.of(correlation) != Mark.Part.FIELD) {
            return Correlators.beside(correlation, measurement.ids(), replies(measurement));
        }
        return Correlators.ofField(
                correlation.field(), measurement.form(correlation.field()).orElseThrow());
    }

    /** Returns what makes the payload of a request that is not measured. */
    private static <T> LongFunction<ByteBuffer> canaries(Messages<T> messages) {
        EventSource<T> source = messages.type().source(0);
        Codec<T> codec = messages.codecs().get();
        ByteBuffer buffer =
                ByteBuffer.allocateDirect(messages.type().maxBytes()).order(ByteOrder.nativeOrder());
        return number -> {
            codec.encode(canary(source, number), buffer.clear());
            return buffer.flip();
        };
    }

    @SuppressWarnings("unchecked")
    private static <T> T canary(EventSource<T> source, long number) {
        long nowNanos = SystemNanoClock.INSTANCE.nanoTime();
        return source instanceof PatchedSamples.Source samples
                ? (T) samples.message(number, nowNanos)
                : source.next(number, nowNanos);
    }

    @Override
    public Role role() {
        return Role.ENDS;
    }

    /** Warm-up does not show an overload if requests need not have a reply. */
    @Override
    public boolean mayEndEarly() {
        return !expected().areOptional() && peers.mayEndEarly();
    }

    @Override
    public boolean hasBegun() {
        return begunRequests() > 0;
    }

    @Override
    public Accounting settled(Accounting account) {
        return expected().areOptional() ? account.filteringLost() : account;
    }

    private boolean isOnce() {
        return !expected().areOptional() && expected().most() == 1;
    }

    private Optional<Finding> unanswered(Accounting account) {
        if (account.lost() == 0) {
            return Optional.empty();
        }
        long begun = begunRequests() - account.received();
        return Optional.of(
                isOnce()
                        ? Rules.NO_REPLY.found(account.lost())
                        : Rules.MISSING_REPLIES.found(
                                account.lost(), expected().most(), Math.max(0, account.lost() - begun)));
    }

    /**
     * Names the lanes that lack much of what is missing: the others hide a part of the service that stands still. Requests that the
     * transport has refused later may be of any lane.
     */
    private static Optional<Finding> silentLanes(Accounting account) {
        long least = account.failed() + Math.max(LEAST_SILENT, account.lost() / PARTS_OF_LOST);
        String lanes = account.lanes().stream()
                .filter(lane -> account.lost() > 0 && lane.waiting() >= least)
                .sorted(Comparator.comparingLong(Lane::waiting).reversed())
                .limit(MOST_LANES)
                .map(lane -> Texts.format(
                        "%,d of %,d on lane %d of %s", lane.waiting(), lane.taken(), lane.number(), lane.senderName()))
                .collect(Collectors.joining(", "));
        return lanes.isEmpty() ? Optional.empty() : Optional.of(Rules.SILENT_LANES.found(lanes));
    }

    /**
     * Returns whether replies that nobody here asked for may be those that are missing. A filter always lacks some, and another client
     * may have a few replies on the topic.
     */
    private boolean startsTraces(long foreign, long silent, long received) {
        return silent > 0 && (!expected().areOptional() || foreign > received);
    }

    @Override
    public long awaitStart(NanoClock clock, String address) {
        return peers.awaitStart(clock, address);
    }

    @Override
    public Optional<String> broken() {
        return peers.broken();
    }

    @Override
    public FaultSource faults(List<Fault> faults, Supplier<List<FaultTarget>> targets) {
        return peers.faults(faults, targets);
    }

    @Override
    public void awaitEnd() throws InterruptedException {
        peers.awaitEnd();
    }

    @Override
    public List<Finding> incidents(Accounting account) {
        ReplyCounts counts = replyCounts();
        List<Finding> found = new ArrayList<>();
        unanswered(account).ifPresent(found::add);
        silentLanes(account).ifPresent(found::add);
        if (silentNanos() > 0) {
            found.add(Rules.SILENT_SERVICE.found(TimeUnit.NANOSECONDS.toMillis(silentNanos())));
        }
        if (account.duplicated() > 0) {
            found.add(
                    isOnce()
                            ? Rules.REPLIED_AGAIN.found(account.duplicated())
                            : Rules.EXTRA_REPLIES.found(
                                    account.duplicated(), expected().perRequest()));
        }
        if (counts.failedReplies() > 0) {
            found.add(Rules.ERROR_REPLIES.found(counts.failedReplies(), counts.failure()));
        }
        if (counts.uncorrelatedReplies() > 0) {
            found.add(Rules.UNCORRELATED.found(
                    counts.uncorrelatedReplies(), correlator().place(), counts.example()));
        }
        long silent = account.lost() + account.filtered();
        if (counts.foreignReplies() > 0) {
            found.add(
                    followsTraces && startsTraces(counts.foreignReplies(), silent, account.received())
                            ? Rules.NEW_TRACES.found(counts.foreignReplies(), silent)
                            : Rules.FOREIGN_REPLIES.found(counts.foreignReplies()));
        }
        if (counts.forgottenReplies() > 0) {
            found.add(Rules.FORGOTTEN_REPLIES.found(counts.forgottenReplies()));
        }
        found.addAll(ofShare());
        return found;
    }
}
