package io.twohop.transport.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class EndpointsTest {
    @Test
    void shouldTakeAFreePort() throws IOException {
        assertThat(Endpoints.free(InetAddress.getLoopbackAddress())).matches(".*1]?:\\d+");
    }

    @Test
    void shouldKnowAnAddressInAnyForm() throws IOException {
        assertThat(Endpoints.longForm("::1")).isEqualTo(Endpoints.longForm("0:0:0:0:0:0:0:1"));
        assertThat(Endpoints.longForm("fe80::A")).isEqualTo("fe80:0:0:0:0:0:0:a");
        assertThat(Endpoints.longForm("10.0.0.1")).isEqualTo("10.0.0.1");
        assertThat(Endpoints.longForm("eth0")).isEqualTo("eth0");
        assertThat(Endpoints.longForm("192.168.0.1:40123")).isEqualTo("192.168.0.1:40123");
    }

    /** As on a machine without IPv4, or whose loopback is down. */
    @Test
    void shouldNameAnAddressThatIsNotThisMachines() throws IOException {
        InetAddress ofDocumentation = InetAddress.getByName("192.0.2.1");

        assertThatThrownBy(() -> Endpoints.free(ofDocumentation))
                .hasMessageStartingWith("192.0.2.1: no network interface that is up has this address")
                .hasMessageContaining("'ip link set lo up'")
                .hasMessageEndingWith("without IPv4, '::1')");
    }
}
