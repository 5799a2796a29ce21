package io.twohop.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Accounting;
import io.twohop.account.Acknowledged;
import io.twohop.account.Integrity;
import io.twohop.account.Ledger;
import io.twohop.account.Reported;
import io.twohop.finding.Finding;
import io.twohop.pipeline.ServiceCounts;
import io.twohop.result.Part;
import io.twohop.testing.model.ForkBuilder;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BalanceTest {
    /** Returns the account of a load; what was scheduled was sent. */
    static Accounting account(long scheduled, long received, long lost) {
        return new Accounting(
                scheduled,
                scheduled,
                received,
                lost,
                0,
                0,
                0,
                0,
                null,
                0,
                0,
                0,
                0,
                Ledger.of(scheduled, received, 0, 0, Reported.NONE),
                List.of(),
                List.of(),
                Reported.NONE,
                Integrity.NONE,
                Acknowledged.NONE);
    }

    private static Part load(int agent, long scheduled, long received, long lost, Delivery delivery) {
        return new Part(
                agent,
                "a",
                "load",
                new ForkBuilder(1)
                        .accounting(account(scheduled, received, lost))
                        .guarantees(new Guarantees(delivery, true, false, "none", 1))
                        .build(),
                null);
    }

    private static Part service(Long taken) {
        return new Part(3, "c", "service", null, taken);
    }

    private static Optional<String> of(Long taken, Delivery delivery, long secondLost) {
        return Balance.of(
                        List.of(
                                load(1, 100, 90, 10, delivery),
                                load(2, 100, 100, secondLost, delivery),
                                service(taken)),
                        ServiceCounts.NONE)
                .map(Finding::text);
    }

    @Test
    void shouldFindAccountsThatAgree() {
        assertThat(of(190L, Delivery.AT_MOST_ONCE, 0)).isEmpty();
        assertThat(of(200L, Delivery.AT_MOST_ONCE, 0)).isEmpty();
        assertThat(of(210L, Delivery.AT_LEAST_ONCE, 0))
                .as("a request may come twice")
                .isEmpty();
        assertThat(of(null, Delivery.AT_MOST_ONCE, 0))
                .as("a service was killed")
                .isEmpty();
    }

    @Test
    void shouldNameALoadWhoseOwnAccountDoesNotBalance() {
        assertThat(of(200L, Delivery.AT_MOST_ONCE, 1).orElseThrow())
                .startsWith("agent-2 (a, load): its account does not balance: ");
    }

    @Test
    void shouldNameServicesWhoseAccountDoesNotFitThatOfTheLoads() {
        assertThat(of(189L, Delivery.AT_MOST_ONCE, 0))
                .contains("accounts do not balance: agent-3 (c, service) took 189 requests, and 190 answers arrived");
        assertThat(of(201L, Delivery.AT_MOST_ONCE, 0))
                .contains("accounts do not balance: agent-3 (c, service) took 201 requests, and 200 were sent");
    }
}
