package io.twohop.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import io.twohop.workload.Correlation;
import io.twohop.workload.FieldSource;
import io.twohop.workload.Replies;
import io.twohop.workload.ReplyField;
import io.twohop.workload.ServiceOptions;
import io.twohop.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeployedKeysTest {
    /** Carries annotations; nothing calls its methods. */
    @SuppressWarnings("unused")
    private static final class Tests {
        @LatencyTest(
                transport = "loopback.yaml",
                rate = 200,
                deployed =
                        @Deployed(
                                requests = "orders",
                                replies = "executions",
                                event = "order.json",
                                field = "/orderId",
                                replyField = "/order/it's",
                                fields = "/sentAt=time"))
        void byField() {}

        @LatencyTest(transport = "loopback.yaml", rate = 200, deployed = @Deployed(requests = "orders", inbox = true))
        void byInbox() {}

        @LatencyTest(
                transport = "loopback.yaml",
                rate = 200,
                deployed = @Deployed(requests = "orders", replies = "r", perRequest = "0..1", key = true))
        void byFilter() {}

        @LatencyTest(
                transport = "loopback.yaml",
                rate = 200,
                deployed = @Deployed(requests = "orders", replies = "r", event = "absent.json", key = true))
        void absentEvent() {}

        @LatencyTest(transport = "loopback.yaml", rate = 200, deployed = @Deployed(requests = "orders", replies = "r"))
        void byNothing() {}

        @LatencyTest(
                transport = "loopback.yaml",
                rate = 200,
                service = Object.class,
                deployed = @Deployed(requests = "orders", inbox = true))
        void besideAService() {}

        @LatencyTest(
                transport = "loopback.yaml",
                rate = 200,
                deployed = @Deployed(requests = "orders", inbox = true, fields = "/sentAt=time"))
        void fieldsOfNothing() {}
    }

    private static Workload workload(String test) throws NoSuchMethodException {
        LatencyTest annotation = Tests.class.getDeclaredMethod(test).getAnnotation(LatencyTest.class);
        return new Attributes(annotation, Optional.empty(), List.of()).workload();
    }

    @Test
    void shouldMakeTheWorkloadThatAFileWouldHave() throws NoSuchMethodException {
        Workload workload = workload("byField");

        assertThat(workload.service())
                .isEqualTo(ServiceOptions.deployed(
                        "orders",
                        "executions",
                        new Correlation(new ReplyField("/orderId", "/order/it's", null, null), null, null, null)));
        assertThat(workload.event().file()).isAbsolute().hasFileName("order.json");
        assertThat(workload.event().fields())
                .isEqualTo(Map.of("/orderId", FieldSource.of("number"), "/sentAt", FieldSource.of("time")));
    }

    @Test
    void shouldNeedNeitherRepliesNorAnEventWithAnInbox() throws NoSuchMethodException {
        assertThat(workload("byInbox").service())
                .isEqualTo(ServiceOptions.deployed("orders", null, Correlation.byInbox()));
    }

    @Test
    void shouldHaveAsManyRepliesAsTheServiceGives() throws NoSuchMethodException {
        assertThat(workload("byFilter").service().deployment().expected()).isEqualTo(new Replies("r", "0..1"));
    }

    @Test
    void shouldRefuseAnEventThatIsNowhere() {
        assertThatThrownBy(() -> workload("absentEvent"))
                .isInstanceOf(ConfigException.class)
                .hasMessage(
                        "@Deployed event: absent.json (expected: a file or directory, also of the test's resources)");
    }

    @Test
    void shouldRefuseWhatWouldHaveNoEffect() {
        assertThatThrownBy(() -> workload("besideAService"))
                .hasMessage(
                        "@LatencyTest service: java.lang.Object (expected: none beside deployed, which names its own)");
        assertThatThrownBy(() -> workload("fieldsOfNothing"))
                .hasMessage("@Deployed fields: /sentAt=time (expected: none without event, whose bytes they change)");
    }

    @Test
    void shouldRefuseAServiceWithoutCorrelation() {
        assertThatThrownBy(() -> workload("byNothing"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("correlate");
    }
}
