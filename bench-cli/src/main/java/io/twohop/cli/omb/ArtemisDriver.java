package io.twohop.cli.omb;

import java.lang.reflect.Type;
import java.util.Map;

/** The driver for Artemis over its core client; here it is measured over JMS. */
final class ArtemisDriver implements Driver {
    private static final String ADDRESS = "brokerAddress";

    @Override
    public String transport() {
        return "jms";
    }

    @Override
    public Partitions partitions() {
        return Partitions.ONE;
    }

    @Override
    public boolean usesKeys() {
        return false;
    }

    @Override
    public Map<String, Type> keys() {
        return Map.of(ADDRESS, String.class);
    }

    @Override
    public void translate(Translation file, Map<String, Object> given, boolean embedded) {
        JmsDriver.broker(file, ADDRESS, (String) given.get(ADDRESS), JmsDriver.ARTEMIS, embedded);
        file.row("(this driver)", "Artemis's core client")
                .approximated("publish", "async", "JMS's client on top of it, with completions");
        file.row("(this driver)", "durable messages").mapped("persistent", true);
        file.row("(this driver)", "acknowledges each message").mapped("acknowledge", "client");
    }
}
