package io.twohop.transport.jms;

import io.twohop.config.ConfigException;
import io.twohop.transport.jms.broker.BrokerKind;
import jakarta.jms.Session;

/** The number by which a session of a provider acknowledges messages. Modes beyond the standard have a number of the vendor's own. */
final class AcknowledgeMode {
    private static final String INDIVIDUAL = "individual";
    private static final int ARTEMIS_INDIVIDUAL = 101;
    private static final int CLASSIC_INDIVIDUAL = 4;

    private AcknowledgeMode() {}

    static void check(String text) {
        if (!text.matches("auto|client|dups-ok|transacted|individual|\\d{1,6}")) {
            throw ConfigException.invalid(
                    "acknowledge", text, "auto, client, dups-ok, transacted, individual, or the provider's number");
        }
    }

    static int of(JmsConfig config) {
        return switch (config.acknowledge()) {
            case "auto" -> Session.AUTO_ACKNOWLEDGE;
            case "client" -> Session.CLIENT_ACKNOWLEDGE;
            case "dups-ok" -> Session.DUPS_OK_ACKNOWLEDGE;
            case "transacted" -> Session.SESSION_TRANSACTED;
            case INDIVIDUAL -> individual(config);
            default -> Integer.parseInt(config.acknowledge());
        };
    }

    private static int individual(JmsConfig config) {
        if (config.isExternal()) {
            throw ConfigException.invalid(
                    "acknowledge", INDIVIDUAL, "the number of the provider's mode, which the standard does not name");
        }
        return config.kind() == BrokerKind.ARTEMIS ? ARTEMIS_INDIVIDUAL : CLASSIC_INDIVIDUAL;
    }

    /** Whether a message is acknowledged alone. Of a mode that is not known, a message may stand for all before it. */
    static boolean isIndividual(int mode) {
        return mode == ARTEMIS_INDIVIDUAL || mode == CLASSIC_INDIVIDUAL;
    }

    /** Whether the session acknowledges before a message was handled. */
    static boolean isAutomatic(int mode) {
        return mode == Session.AUTO_ACKNOWLEDGE || mode == Session.DUPS_OK_ACKNOWLEDGE;
    }
}
