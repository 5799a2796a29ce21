package io.twohop.system.service;

import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The service's own counts.
 *
 * @param requests requests received
 * @param replies replies sent, of whatever kind
 * @param done how often the service misbehaved in each way; misbehaviours without effect are not counted
 */
public record Counts(long requests, long replies, Map<Misbehaviour, Long> done) {
    public Counts {
        done = new EnumMap<>(done);
    }

    public long of(Misbehaviour misbehaviour) {
        return done.getOrDefault(misbehaviour, 0L);
    }

    /** Returns the counts as one line of JSON. */
    @Override
    public String toString() {
        return done.entrySet().stream()
                .map(each -> ",\"" + each.getKey().label() + "\":" + each.getValue())
                .collect(Collectors.joining("", "{\"requests\":" + requests + ",\"replies\":" + replies, "}"));
    }
}
