package io.twohop.jmh.bare;

import io.twohop.config.Quantities;
import io.twohop.event.OrderEvent;
import io.twohop.registry.Providers;
import java.util.Properties;

/**
 * One run of a bare client, in a JVM of its own. Arguments are the transport file's name, codec, rate (0 for a closed loop), warm-up and
 * duration; the properties of its place are on standard input.
 */
final class BareMain {
    private BareMain() {}

    public static void main(String[] arguments) throws Exception {
        Properties place = new Properties();
        place.load(System.in);
        BareLoad load = new BareLoad(
                Double.parseDouble(arguments[2]), Quantities.duration(arguments[3]), Quantities.duration(arguments[4]));
        BareClient.of(arguments[0])
                .run(load, () -> Providers.codec(arguments[1]).codec(OrderEvent.class), place);
        System.out.println(load.result().line());
        // Clients have threads of their own.
        Runtime.getRuntime().halt(0);
    }
}
