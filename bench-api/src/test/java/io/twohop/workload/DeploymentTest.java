package io.twohop.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeploymentTest {
    private static final String ORDERS = "deployed: true, requests: orders, replies: executions";

    private static Workload read(String service) {
        return Workload.read(YamlDocument.parse("w.yaml", "rate: 1k\nduration: 1s\nservice: " + service));
    }

    @Test
    void shouldReadWhereAServiceIsAndHowItsRepliesAreMatched() {
        ServiceOptions service =
                read("{" + ORDERS + ", correlate: {field: /orderId}}").service();

        assertThat(service).isEqualTo(ServiceOptions.deployed("orders", "executions", Correlation.byField("/orderId")));
        assertThat(service.isDeployed()).isTrue();
        assertThat(service.deployment().correlate().field().inReply()).isEqualTo("/orderId");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{" + ORDERS + ", correlate: {field: /orderId}}",
                "{" + ORDERS + ", correlate: {field: {request: /orderId, reply: /order/id}}}",
                "{" + ORDERS + ", correlate: {field: {offset: 16, length: 8}}}",
                "{" + ORDERS + ", correlate: {key: true}}",
                "{" + ORDERS + ", correlate: {header: traceparent}}",
                "{deployed: true, requests: orders, correlate: {inbox: true}}",
                "{deployed: true, requests: orders, replies: {topic: executions, perRequest: 3}, correlate: {key: true}}",
                "{deployed: true, requests: orders, replies: {topic: executions, perRequest: 0..1}, correlate: {key: true}}",
                "{deployed: true, requests: orders, replies: {perRequest: 2}, correlate: {inbox: true}}",
                "{" + ORDERS + ", key: /customerId, correlate: {field: /orderId}}"
            })
    void shouldWriteWhatItReads(String service) {
        Workload workload = read(service);

        assertThat(Workload.read(YamlDocument.parse(
                                "w.yaml", workload.toDocument().toYaml()))
                        .service())
                .isEqualTo(workload.service());
        assertThat(workload.toDocument().toYaml()).doesNotContain("pass-through");
    }

    @ParameterizedTest
    @CsvSource({
        "executions, 1, false",
        "'{topic: executions, perRequest: 1}', 1, false",
        "'{topic: executions, perRequest: 0..1}', 1, true",
        "'{topic: executions, perRequest: 1000}', 1000, false"
    })
    void shouldKnowHowManyRepliesARequestHas(String replies, int most, boolean optional) {
        Replies expected = read("{deployed: true, requests: orders, replies: " + replies + ", correlate: {key: true}}")
                .service()
                .deployment()
                .expected();

        assertThat(expected.topic()).isEqualTo("executions");
        assertThat(expected.most()).isEqualTo(most);
        assertThat(expected.areOptional()).isEqualTo(optional);
        assertThat(expected.equals(Replies.on("executions"))).isEqualTo(most == 1 && !optional);
    }

    @Test
    void shouldNameAFieldOfBytesAsTheEventDoes() {
        assertThat(new ReplyField(null, null, 16, 8).inRequest()).isEqualTo("bytes(16..23)");
    }

    /** A floor is measured without the service. */
    @Test
    void shouldHaveAServiceOfItsOwnInTheMeasuringProcess() {
        ServiceOptions service =
                read("{" + ORDERS + ", correlate: {key: true}}").service();

        assertThat(service.inMeasuringProcess()).isEqualTo(ServiceOptions.byDefault());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {deployed: false}                                            | service.deployed: false (expected: true, or no key at all for a service of the run itself)
        {requests: orders}                                           | service.requests: orders (expected: no requests without 'deployed: true', since it belongs to a service that already runs)
        {deployed: true, requests: orders, replies: executions}      | service.correlate: missing (expected: what a reply has of its request, such as {field: /orderId}; bench doctor --service finds it)
        {deployed: true, requests: orders, correlate: {key: true}}   | service.replies: missing (expected: the topic, subject or queue of the service's replies)
        {deployed: true, replies: orders, correlate: {key: true}}    | service.requests: missing (expected: the topic, subject or queue that the service takes requests from)
        {deployed: true, requests: a, replies: b, correlate: {inbox: true}} | service.replies: b (expected: no replies beside correlate: {inbox: true}, which says where they go)
        {deployed: true, requests: a, replies: b, key: /c, correlate: {key: true}} | service.key: <redacted> (expected: no key beside correlate: {key: true}, which makes the key the request's number)
        {deployed: true, requests: a, replies: b, key: c, correlate: {header: h}} | service.key: <redacted> (expected: a JSON pointer such as /customerId)
        {key: /c} | service.key: <redacted> (expected: no key without 'deployed: true', since it belongs to a service that already runs)
        {deployed: true, requests: a, replies: {topic: a}, correlate: {key: true}} | service.replies: a (expected: another one than requests, which would answer themselves)
        {deployed: true, requests: a, replies: {perRequest: 2}, correlate: {key: true}} | service.replies.topic: missing (expected: the topic, subject or queue of the service's replies)
        {deployed: true, requests: a, replies: {topic: b, perRequest: 0}, correlate: {key: true}} | service.replies.perRequest: 0 (expected: how many replies each request has: 1 to 1,000, or 0..1 for a filter)
        {deployed: true, requests: a, replies: {topic: b, perRequest: 1001}, correlate: {key: true}} | service.replies.perRequest: 1001 (expected: how many
        {deployed: true, requests: a, replies: {topic: b, perRequest: 1..3}, correlate: {key: true}} | service.replies.perRequest: 1..3 (expected: how many
        {deployed: true, requests: a, replies: a, correlate: {key: true}} | service.replies: a (expected: another one than requests, which would answer themselves)
        {deployed: true, requests: a, replies: 'a.>', correlate: {key: true}} | service.replies: a.> (expected: the name of one topic, subject or queue, without * or > or blanks)
        {deployed: true, requests: 'a.*', replies: b, correlate: {key: true}} | service.requests: a.* (expected: the name of one topic, subject or queue, without * or > or blanks)
        {deployed: true, requests: a, replies: _INBOX.b, correlate: {key: true}} | service.replies: _INBOX.b (expected: the name of one topic
        {work: 1us, deployed: true, requests: a, replies: b, correlate: {key: true}} | service.name: busy (expected: no work beside 'deployed: true', which the service does itself)
        {name: mine, deployed: true, requests: a, replies: b, correlate: {key: true}} | service.name: mine (expected: no name beside 'deployed: true', since the service already runs)
        {process: true, deployed: true, requests: a, replies: b, correlate: {key: true}} | service.process: true (expected: no process beside 'deployed: true', since the service already runs)
        {deployed: true, requests: a, replies: b, correlate: {key: true, inbox: true}} | service.correlate: 2 (expected: one of field, inbox, key and header)
        {deployed: true, requests: a, replies: b, correlate: {field: {request: /a, reply: '/a~2'}}} | service.correlate.field.reply: /a~2 (expected: a JSON pointer such as /orderId)
        {deployed: true, requests: a, replies: b, correlate: {field: orderId}} | service.correlate.field: orderId (expected: a JSON pointer such as /orderId)
        {deployed: true, requests: a, replies: b, correlate: {field: {offset: 3}}} | service.correlate.field.length: missing (expected: 1 to 19)
        """)
    void shouldRefuseAHalfDescribedService(String service, String error) {
        assertThatThrownBy(() -> read(service))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(error);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mode: throughput\n", "mode: max-rate\nslo: {endToEnd.p99: 1ms}\n"})
    void shouldRefuseAModeThatLeavesABacklog(String mode) {
        assertThatThrownBy(() -> Workload.read(YamlDocument.parse(
                        "w.yaml", mode + "duration: 1s\nservice: {" + ORDERS + ", correlate: {key: true}}")))
                .hasMessageContaining("(expected: latency with a deployed service");
    }

    @Test
    void shouldRefuseADeployedServiceThatNoMessagePasses() {
        assertThatThrownBy(() -> Workload.read(YamlDocument.parse(
                        "w.yaml",
                        "rate: 1k\nduration: 1s\nhops: 1\nservice: {" + ORDERS + ", correlate: {key: true}}")))
                .hasMessageContaining("service.deployed: true (expected: hops: 2, since a service is between two)");
    }
}
