package io.twohop.transport.aeron;

import io.twohop.finding.Finding;
import io.twohop.finding.Kind;
import io.twohop.finding.Rule;
import io.twohop.finding.Severity;
import java.util.ArrayList;
import java.util.List;

/** Incidents of the publishers' offers. */
final class OfferIncidents {
    private static final Rule PUSHED_BACK = new Rule(
            Kind.TRANSPORT,
            Severity.WARNING,
            "Aeron pushed back %d messages: subscribers were half a term or more behind",
            "offer less, or give it longer terms with -Dtransport.termLength=...");

    private OfferIncidents() {}

    static List<Finding> of(List<Offers> all) {
        List<Finding> incidents = new ArrayList<>();
        long pushedBack = all.stream().mapToLong(Offers::pushedBack).sum();
        if (pushedBack > 0) {
            incidents.add(PUSHED_BACK.found(pushedBack));
        }
        return incidents;
    }
}
