package io.twohop.transport.aeron;

import io.twohop.transport.Incident;
import java.util.ArrayList;
import java.util.List;

/** Incidents of the publishers' offers. */
final class OfferIncidents {
    private OfferIncidents() {}

    static List<Incident> of(List<Offers> all) {
        List<Incident> incidents = new ArrayList<>();
        long pushedBack = all.stream().mapToLong(Offers::pushedBack).sum();
        if (pushedBack > 0) {
            incidents.add(new Incident(
                    "Aeron pushed back " + pushedBack + " messages: subscribers were half a term or more behind",
                    "offer less, or give it longer terms with -Dtransport.termLength=...",
                    false));
        }
        return incidents;
    }
}
