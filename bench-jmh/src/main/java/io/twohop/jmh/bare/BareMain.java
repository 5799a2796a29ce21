package io.twohop.jmh.bare;

import io.twohop.config.Quantities;
import io.twohop.event.OrderEvent;
import io.twohop.registry.Providers;

/** One run of a bare client, in a JVM of its own: transport, codec, rate (0 for a closed loop), warm-up, duration, place. */
final class BareMain {
    private BareMain() {}

    static BareClient client(String transport) {
        return switch (transport) {
            case "chronicle" -> new BareChronicle();
            default -> throw new IllegalArgumentException("transport: " + transport + " (expected: chronicle)");
        };
    }

    public static void main(String[] arguments) throws Exception {
        BareLoad load = new BareLoad(
                Double.parseDouble(arguments[2]), Quantities.duration(arguments[3]), Quantities.duration(arguments[4]));
        client(arguments[0]).run(load, () -> Providers.codec(arguments[1]).codec(OrderEvent.class), arguments[5]);
        System.out.println(load.result().line());
        Runtime.getRuntime().halt(0);
    }
}
