package io.twohop.pipeline.deployed;

import io.twohop.transport.Channel;
import io.twohop.workload.Replies;
import java.time.Duration;

/**
 * The replies of a deployed service.
 *
 * @param channel where it puts them
 * @param ofRequest how many each request is to have
 * @param correlator finds their requests
 * @param clocksWithin by how much the clocks of this machine and of brokers on others differ at most; {@code null} if unknown
 */
public record ExpectedReplies(Channel channel, Replies ofRequest, Correlator correlator, Duration clocksWithin) {}
