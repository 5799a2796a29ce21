package io.twohop.transport.kit;

import io.twohop.config.ConfigException;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Values;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.function.Predicate;

/** The keys of a transport file by which clients are let in to a server that has a URL. */
public record ServerAccess(
        @Help("user of the external server") String user,
        @Help("the user's password") String password,

        @Help("PKCS12 or JKS file of the certificates that an external server's may be signed by; the JVM's by default")
        String trustStore,

        @Help("the file's password") String trustStorePassword) {
    public ServerAccess {
        Given.of("password", password).neededIf(user != null, "the password of the user");
        Given.of("user", user).neededIf(password != null, "the user of the password, often default");
    }

    /**
     * Refuses keys that would be ignored.
     *
     * @param url of the external server; empty for an embedded one
     * @param tls the scheme of URLs with TLS
     */
    public void check(Optional<String> url, String tls) {
        boolean isEmbedded = url.isEmpty();
        Values.absent("user", user, isEmbedded, "an embedded server lets in one user, made for the run");
        Values.absent("trustStore", trustStore, isEmbedded, "an embedded server is reached without TLS");
        Values.absent("trustStorePassword", trustStorePassword, trustStore == null, "it belongs to a trustStore");
        Values.absent(
                "trustStore",
                trustStore,
                url.filter(text -> !text.startsWith(tls + ":")).isPresent(),
                "it belongs to a url that begins with " + tls + "://");
        if (trustStore != null) {
            KeyFiles.readable("trustStore", trustStore);
        }
    }

    /**
     * Refuses a URL without a host, with a user, or of another form. No error repeats it, since it may hold a password.
     *
     * @param isKnown whether scheme and path are known
     * @param expected the form, in words
     */
    public static void checkUrl(String url, Predicate<URI> isKnown, String expected) {
        try {
            URI uri = new URI(url);
            if (uri.getHost() == null || uri.getUserInfo() != null || !isKnown.test(uri)) {
                throw ConfigException.invalid("url", "another form", expected);
            }
        } catch (URISyntaxException e) {
            throw ConfigException.invalid("url", "no URL", expected);
        }
    }

    /** The user of an external server; empty for the client's default. */
    public Optional<ServerUser> known() {
        return user == null ? Optional.empty() : Optional.of(new ServerUser(user, password));
    }
}
