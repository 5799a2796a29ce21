package io.twohop.agents;

import io.twohop.account.Accounting;
import io.twohop.account.Ledger;
import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.pipeline.ServiceCounts;
import io.twohop.result.Fork;
import io.twohop.result.Part;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Checks that the accounts of agents agree: each load's in itself, and the services' with those of the loads. */
final class Balance {
    private Balance() {}

    /**
     * Returns the first disagreement, with the agents' names; empty if the accounts agree or cannot be compared.
     *
     * @param counts sum over all services
     */
    static Optional<Finding> of(List<Part> parts, ServiceCounts counts) {
        List<Part> loads = parts.stream()
                .filter(part -> part.measured().flatMap(Fork::accounting).isPresent())
                .toList();
        return loads.stream()
                .filter(part -> !balances(accounting(part)))
                .findFirst()
                .map(part -> Rules.LOAD_UNBALANCED.found(part.title(), accounting(part)))
                .or(() -> services(parts, loads, counts));
    }

    private static Accounting accounting(Part load) {
        return load.measured().flatMap(Fork::accounting).orElseThrow();
    }

    private static boolean balances(Accounting account) {
        Ledger window = account.window();
        return account.scheduled() == account.received() + account.missing() + account.filtered()
                && account.sent() <= account.scheduled()
                && account.received() <= account.scheduled()
                && window.expected() == window.arrived() + window.arrivedLater() + window.missing();
    }

    /** Checks that services took every request that was replied to, and no request that was not sent. */
    private static Optional<Finding> services(List<Part> parts, List<Part> loads, ServiceCounts counts) {
        List<Part> services = parts.stream()
                .filter(part -> !loads.contains(part) && part.measured().isEmpty())
                .toList();
        boolean known = !services.isEmpty()
                && services.stream().map(Part::taken).allMatch(Objects::nonNull)
                && counts.answeredAgain() == 0;
        if (!known || loads.isEmpty()) {
            return Optional.empty();
        }
        long taken = services.stream().mapToLong(Part::taken).sum();
        long arrived =
                loads.stream().mapToLong(part -> accounting(part).received()).sum();
        long scheduled =
                loads.stream().mapToLong(part -> accounting(part).scheduled()).sum();
        String names = services.stream().map(Part::title).collect(Collectors.joining(" and "));
        if (arrived > taken) {
            return Optional.of(Rules.ANSWERS_UNBALANCED.found(names, taken, arrived));
        }
        return taken > scheduled && promisesNoDuplicates(loads.get(0).load())
                ? Optional.of(Rules.REQUESTS_UNBALANCED.found(names, taken, scheduled))
                : Optional.empty();
    }

    private static boolean promisesNoDuplicates(Fork load) {
        return load.guarantees() != null && load.guarantees().delivery().promisesNoDuplicates();
    }
}
