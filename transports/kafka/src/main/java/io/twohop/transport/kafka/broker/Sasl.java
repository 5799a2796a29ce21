package io.twohop.transport.kafka.broker;

import io.twohop.transport.kit.ServerUser;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.common.security.plain.PlainLoginModule;

/** The properties by which the user of an embedded cluster is checked when it connects; messages are sent as without a user. */
public final class Sasl {
    static final String MECHANISM = "PLAIN";

    private Sasl() {}

    /** Returns the properties of a client; the map is the caller's. */
    public static Map<String, String> client(ServerUser user) {
        Map<String, String> properties = new TreeMap<>();
        properties.put(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, SecurityProtocol.SASL_PLAINTEXT.name);
        properties.put(SaslConfigs.SASL_MECHANISM, MECHANISM);
        properties.put(SaslConfigs.SASL_JAAS_CONFIG, login(user) + ";");
        return properties;
    }

    /** Returns the JAAS entry of a listener, which is a client of the other nodes as well. */
    static String listener(ServerUser user) {
        return login(user) + " user_" + user.name() + "=\"" + user.password() + "\";";
    }

    private static String login(ServerUser user) {
        return PlainLoginModule.class.getName() + " required username=\"" + user.name() + "\" password=\""
                + user.password() + '"';
    }
}
