package io.twohop.transport.kit;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.Set;

/** Recognizes machines by their addresses, whatever they are called. */
public final class Hosts {
    private static final String THIS_MACHINE = "this machine";
    private static final int NATS_PORT = 4222;

    private Hosts() {}

    /** Returns whether an address is one of this machine's. */
    public static boolean isHere(InetAddress address) {
        try {
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return false;
        }
    }

    /**
     * Returns where a server listens, in words that are equal for all names of its host.
     *
     * @param server a URL, or a host with a port; one without a port is a NATS server
     * @return empty for a host that is unknown, or that no URL can have
     */
    public static Set<String> endpoints(String server) {
        Set<String> endpoints = new HashSet<>();
        try {
            String text = server.strip();
            URI uri = URI.create(text.contains("://") ? text : "server://" + text);
            if (uri.getHost() == null) {
                // Java reads no host with an underscore; a lookup of none would return loopback.
                return Set.of();
            }
            int port = uri.getPort() < 0 ? NATS_PORT : uri.getPort();
            for (InetAddress address : InetAddress.getAllByName(uri.getHost())) {
                endpoints.add((isHere(address) ? THIS_MACHINE : address.getHostAddress()) + " " + port);
            }
        } catch (IllegalArgumentException | UnknownHostException e) {
            // Connecting to it fails with a better message.
        }
        return endpoints;
    }
}
