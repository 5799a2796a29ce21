package io.twohop.transport.kit;

import io.twohop.config.Secrets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The only user that an embedded server lets in, since every process of the machine can reach its port. The server's address carries
 * a user that was {@link #made} to the other processes of the run, as URLs do: {@code nats://name:password@127.0.0.1:4222}.
 */
public record ServerUser(String name, String password) {
    private static final String NAME = "twohop";
    private static final int PASSWORD_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Pattern IN_URL =
            Pattern.compile("(?<=://)(" + NAME + "):([0-9a-f]{" + 2 * PASSWORD_BYTES + "})@");

    /** Hides the password in everything that this process writes. */
    public ServerUser {
        Secrets.hide(password);
    }

    /** Creates a user for one server, with a random password. */
    public static ServerUser made() {
        byte[] random = new byte[PASSWORD_BYTES];
        RANDOM.nextBytes(random);
        return new ServerUser(NAME, HexFormat.of().formatHex(random));
    }

    /** Returns the user that an address carries; empty if it carries none. */
    public static Optional<ServerUser> of(String address) {
        Matcher found = IN_URL.matcher(address);
        return found.find() ? Optional.of(new ServerUser(found.group(1), found.group(2))) : Optional.empty();
    }

    /** Returns an address without the user that it carries. */
    public static String without(String address) {
        return IN_URL.matcher(address).replaceAll("");
    }

    /** Returns URLs, separated by commas, that carry this user. */
    public String within(String urls) {
        return urls.replace("://", "://" + name + ":" + password + "@");
    }

    @Override
    public String toString() {
        return name;
    }
}
