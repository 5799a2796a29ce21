package io.twohop.transport.kit;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;

/** Tells addresses of this machine from others. */
public final class Hosts {
    private Hosts() {}

    /** Returns whether an address is one of this machine's. */
    public static boolean isHere(InetAddress address) {
        try {
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return false;
        }
    }
}
