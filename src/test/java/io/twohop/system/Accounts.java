package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Adds up what a result says became of its messages. */
final class Accounts {
    private Accounts() {}

    /** Every message is in one part of the account, in all and by producer, and each lane's messages are the producers'. */
    static void assertBalanced(JsonNode result) {
        assertAddUp(result.at("/accounting/window"), "arrived", "arrivedLater", "failed", "lost", "undelivered");
        for (JsonNode fork : result.at("/forks")) {
            JsonNode account = fork.get("accounting");
            assertThat(sum(account, List.of("received", "lost", "undelivered")))
                    .isEqualTo(account.get("scheduled").asLong());
            account.get("producers").forEach(producer -> assertAddUp(producer, "arrived", "arrivedLater", "missing"));
            for (String part : List.of("due", "arrived", "arrivedLater")) {
                assertThat(sum(account.get("producers"), part))
                        .isEqualTo(account.at("/window/" + part).asLong());
            }
            long onFirstHop = 0;
            for (JsonNode lane : account.get("lanes")) {
                onFirstHop += lane.get("hop").asInt() == 1 ? lane.get("taken").asLong() : 0;
            }
            assertThat(onFirstHop).isEqualTo(account.get("sent").asLong());
        }
    }

    private static void assertAddUp(JsonNode account, String... parts) {
        assertThat(sum(account, List.of(parts)))
                .as(account.toString())
                .isEqualTo(account.get("due").asLong());
    }

    private static long sum(JsonNode account, List<String> parts) {
        return parts.stream().mapToLong(part -> account.get(part).asLong()).sum();
    }

    private static long sum(JsonNode rows, String part) {
        long sum = 0;
        for (JsonNode row : rows) {
            sum += row.get(part).asLong();
        }
        return sum;
    }
}
