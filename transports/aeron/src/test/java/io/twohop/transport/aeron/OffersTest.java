package io.twohop.transport.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aeron.Publication;
import io.twohop.transport.TransportException;
import java.util.List;
import org.junit.jupiter.api.Test;

class OffersTest {
    private final Offers offers = new Offers();

    @Test
    void shouldCountAMessageThatIsPushedBackOnceHoweverOftenItIsOffered() {
        assertThat(offers.taken(Publication.BACK_PRESSURED)).isFalse();
        assertThat(offers.taken(Publication.BACK_PRESSURED)).isFalse();
        assertThat(offers.taken(Publication.ADMIN_ACTION)).isFalse();
        assertThat(offers.taken(64)).isTrue();
        assertThat(offers.taken(Publication.BACK_PRESSURED)).isFalse();

        assertThat(offers.taken()).isEqualTo(1);
        assertThat(offers.pushedBack()).isEqualTo(2);
        assertThat(offers.retries()).isEqualTo(3);
        assertThat(offers.adminActions()).isEqualTo(1);
        assertThat(OfferIncidents.of(List.of(offers)))
                .singleElement()
                .satisfies(incident -> assertThat(incident.text()).startsWith("Aeron pushed back 2 messages"));
    }

    @Test
    void shouldFailMessagesThatNobodyWillTake() {
        assertThatThrownBy(() -> offers.taken(Publication.NOT_CONNECTED))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("NOT_CONNECTED");
        assertThatThrownBy(() -> offers.taken(Publication.CLOSED)).hasMessageContaining("CLOSED");
        assertThatThrownBy(() -> offers.taken(Publication.MAX_POSITION_EXCEEDED))
                .hasMessageContaining("MAX_POSITION_EXCEEDED");

        assertThat(offers.notConnected()).isEqualTo(1);
        assertThat(offers.closed()).isEqualTo(2);
        assertThat(OfferIncidents.of(List.of(offers))).isEmpty();
    }
}
