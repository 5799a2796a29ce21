package io.twohop.testing.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Accounting;
import io.twohop.account.Ledger;
import io.twohop.account.ProducerAccount;
import io.twohop.account.Reported;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Faults;
import io.twohop.result.Faults.Outcome;
import io.twohop.result.Fork;

/** Checks that all reports of a run agree on how many messages ended in each way. */
public final class AgreeingReports {
    private AgreeingReports() {}

    /** Asserts it of a result. */
    public static void check(BenchmarkResult result) {
        for (Fork fork : result.forks()) {
            fork.accounting().ifPresent(account -> {
                check(account);
                fork.faults().ifPresent(faults -> check(account, faults));
            });
        }
    }

    private static void check(Accounting account) {
        Ledger window = account.window();
        String all = account.toString();
        assertThat(account.received() + account.missing()).as(all).isEqualTo(account.scheduled());
        assertThat(window.arrived() + window.arrivedLater() + window.missing())
                .as(all)
                .isEqualTo(window.due());
        assertThat(account.missing()).as(all).isGreaterThanOrEqualTo(window.missing());
        if (!account.producers().isEmpty()) {
            assertThat(account.producers().stream()
                            .mapToLong(ProducerAccount::missing)
                            .sum())
                    .as(all)
                    .isEqualTo(window.missing());
        }
    }

    private static void check(Accounting account, Faults faults) {
        String both = account + " and " + faults;
        assertThat(faults.lost()).as(both).isEqualTo(account.lost());
        assertThat(faults.undelivered()).as(both).isEqualTo(account.undelivered());
        assertThat(new Reported(faults.reportedLost(), faults.dropped()))
                .as(both)
                .isEqualTo(account.reported());
        assertThat(faults.outcomes().stream().mapToLong(Outcome::lost).sum())
                .as(both)
                .isEqualTo(account.lost());
        assertThat(faults.outcomes().stream().map(Outcome::reported).reduce(Reported.NONE, Reported::plus))
                .as(both)
                .isEqualTo(account.reported());
    }
}
