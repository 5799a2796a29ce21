package io.twohop.pipeline;

import io.twohop.replay.Division;
import io.twohop.schedule.DueTimes;
import io.twohop.schedule.Schedule;
import io.twohop.schedule.Schedules;
import io.twohop.transport.Channel;
import io.twohop.workload.Arrivals;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The part of a run's messages that goes through one pipeline of several. Loads each have generators, and sinks for
 * the replies to their own messages; services share all requests.
 *
 * @param load which of the loads it is, from 0; of a service 0
 * @param service which of the services it is, from 0; of a load 0
 */
public record Share(int load, int loads, int service, int services) {
    public static final Share WHOLE = new Share(0, 1, 0, 1);

    /** Returns the number of its first producer among those of all loads. */
    int firstProducer(int producersOfEach) {
        return load * producersOfEach;
    }

    /**
     * Returns when a producer's messages are due. Load i sends each message whose number modulo the loads is i, so
     * together they send at the times of a single load.
     *
     * @param producer among those of its own, from 0
     */
    Schedule schedule(Arrivals arrivals, double ratePerSecond, int producer, int producersOfEach) {
        return Schedules.of(arrivals, ratePerSecond, producer, producersOfEach, load, loads);
    }

    /** Returns when a message is due by its number. */
    DueTimes due(Arrivals arrivals, double ratePerSecond, int producer, int producersOfEach) {
        return Schedules.due(arrivals, ratePerSecond, producer, producersOfEach, load, loads);
    }

    /** Returns the rows of a file of arrivals that the load sends. */
    Division division(int producersOfEach) {
        return new Division(producersOfEach, load, loads);
    }

    Channel own(Channel channel) {
        return of(channel, load);
    }

    /** Returns the channels of all loads, in their order. */
    List<Channel> all(Channel channel) {
        return IntStream.range(0, loads).mapToObj(each -> of(channel, each)).toList();
    }

    private Channel of(Channel channel, int which) {
        return loads == 1 ? channel : new Channel(channel.name() + "-" + (which + 1), channel.hop(), channel.topics());
    }
}
