package io.twohop.cli.omb;

import io.twohop.config.Enums;
import io.twohop.transport.kit.Broker;
import java.net.URI;
import java.net.URISyntaxException;

/** Translates the addresses of servers. */
final class Servers {
    private static final String URL = "url";

    private Servers() {}

    /** Returns the value of {@code broker} in a transport file. */
    static String broker(boolean embedded) {
        return Enums.text(embedded ? Broker.EMBEDDED : Broker.EXTERNAL);
    }

    /**
     * Translates an address, with the user in it.
     *
     * @param given {@code null} for an absent key
     * @param scheme of an address without one
     */
    static void url(Translation file, String key, String given, String scheme, boolean embedded) {
        Translation.Row row = file.row(key, given == null ? "absent" : given).with("broker", broker(embedded));
        if (embedded) {
            row.unused("--embedded: a server of the run");
        } else if (given == null || given.isBlank()) {
            row.refused("the server's address, or --embedded for a server of the run");
        } else {
            external(file, row, key, given.contains("://") ? given : scheme + "://" + given);
        }
    }

    private static void external(Translation file, Translation.Row row, String key, String url) {
        try {
            URI uri = new URI(url);
            String user = uri.getUserInfo();
            if (user == null) {
                row.mapped(URL, url);
                return;
            }
            row.mapped(URL, url.replace(uri.getRawUserInfo() + "@", ""), "user and password under keys of their own");
            String[] parts = user.split(":", 2);
            String password = parts.length > 1 ? parts[1] : "";
            file.row(key, "user", parts[0]).mapped("user", parts[0]);
            file.row(key, "password", password).mapped("password", password);
        } catch (URISyntaxException e) {
            row.refused("a URL such as " + url.replaceFirst(":.*", "") + "://host:port");
        }
    }
}
