package io.twohop.transport.aeron;

import io.twohop.config.ConfigException;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Endpoints of messages over UDP. */
final class Endpoints {
    private static final String KEY = "networkInterface";
    private static final Pattern LITERAL = Pattern.compile("[\\da-fA-F:.]*:[\\da-fA-F:.]*");

    private Endpoints() {}

    /**
     * Returns an endpoint with a free port; empty for other modes.
     *
     * @throws ConfigException if the interface does not exist
     */
    static String choose(AeronConfig config) throws IOException {
        if (config.media().mode() != AeronConfig.Mode.UDP) {
            return "";
        }
        return free(address(config.media().networkInterface()));
    }

    /** Returns an endpoint with a free port at an address. */
    static String free(InetAddress address) throws IOException {
        // Linux lets a socket bind to loopback's address while loopback is down, as in a namespace that was just made.
        if (!isUp(address)) {
            throw new IOException(address.getHostAddress()
                    + ": no network interface that is up has this address (expected: an address of this machine; 'ip link set lo up'"
                    + " starts loopback, " + KEY + " names another interface; without IPv4, '::1')");
        }
        try (DatagramSocket socket = new DatagramSocket(0, address)) {
            String host = address instanceof Inet4Address
                    ? address.getHostAddress()
                    : "[" + address.getHostAddress().replaceAll("%.*", "") + "]";
            return host + ":" + socket.getLocalPort();
        }
    }

    private static boolean isUp(InetAddress address) {
        try {
            NetworkInterface owner = NetworkInterface.getByInetAddress(address);
            return owner != null && owner.isUp();
        } catch (SocketException e) {
            // There is none at all.
            return false;
        }
    }

    /** Returns the address of an interface, given by name or address; null for loopback. */
    static InetAddress address(String networkInterface) throws IOException {
        if (networkInterface == null) {
            return InetAddress.getByName("127.0.0.1");
        }
        List<NetworkInterface> all = Collections.list(NetworkInterface.getNetworkInterfaces());
        for (NetworkInterface one : all) {
            List<InetAddress> addresses = Collections.list(one.getInetAddresses());
            for (InetAddress address : addresses) {
                if (address.getHostAddress().replaceAll("%.*", "").equals(longForm(networkInterface))) {
                    return address;
                }
            }
            if (one.getName().equals(networkInterface) && !addresses.isEmpty() && one.isUp()) {
                return addresses.stream()
                        .filter(Inet4Address.class::isInstance)
                        .findFirst()
                        .orElse(addresses.get(0));
            }
        }
        throw ConfigException.invalid(
                KEY,
                networkInterface,
                "an interface of this machine that is up, by name or address: "
                        + all.stream().map(NetworkInterface::getName).sorted().collect(Collectors.joining(", ")));
    }

    /** Returns the one form in which Java writes an address, such as ::1, and names unchanged. */
    static String longForm(String nameOrAddress) {
        try {
            return LITERAL.matcher(nameOrAddress).matches()
                    ? InetAddress.getByName(nameOrAddress).getHostAddress()
                    : nameOrAddress;
        } catch (UnknownHostException e) {
            return nameOrAddress;
        }
    }
}
