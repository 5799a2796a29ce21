package io.twohop.system.service;

import java.util.EnumMap;
import java.util.Map;

/**
 * A plan of how often the service misbehaves, and where it finds ids.
 *
 * @param every each misbehaviour's interval in requests, positive
 * @param lateMillis delay of late answers
 * @param field name of the id's field, at the top of the JSON request and of the answer
 * @param replies how many times each answer is sent
 */
public record Plan(Map<Misbehaviour, Integer> every, long lateMillis, String field, int replies) {
    private static final int DEFAULT_EVERY = 100;

    public Plan {
        every = Map.copyOf(every);
    }

    /**
     * Returns the plan of options: {@code drop} for every hundredth request, {@code drop=7} for every seventh, {@code late-millis=500},
     * {@code field=id}, {@code replies=3}.
     */
    public static Plan of(String... options) {
        Map<Misbehaviour, Integer> every = new EnumMap<>(Misbehaviour.class);
        long lateMillis = 1_000;
        String field = "orderId";
        int replies = 1;
        for (String option : options) {
            String[] parts = option.split("=", 2);
            if (parts[0].equals("late-millis")) {
                lateMillis = Long.parseLong(parts[1]);
            } else if (parts[0].equals("field")) {
                field = parts[1];
            } else if (parts[0].equals("replies")) {
                replies = Integer.parseInt(parts[1]);
            } else {
                every.put(Misbehaviour.named(parts[0]), parts.length == 1 ? DEFAULT_EVERY : Integer.parseInt(parts[1]));
            }
        }
        return new Plan(every, lateMillis, field, replies);
    }

    /** Tells whether a request's turn has come. Misbehaviours of equal intervals take turns, so that they hit different requests. */
    boolean hits(Misbehaviour misbehaviour, long request) {
        Integer interval = every.get(misbehaviour);
        return interval != null && request % interval == misbehaviour.ordinal() % interval;
    }
}
