package io.twohop.transport.jms.broker;

import io.twohop.workload.JvmOptions;
import java.util.Map;

/**
 * The plan of an embedded broker.
 *
 * @param host the address at which clients reach it
 * @param journal the storage that it is asked for
 * @param jvm its heap and collector
 * @param server further properties of the broker
 */
public record BrokerPlan(BrokerKind kind, String host, Journal journal, JvmOptions jvm, Map<String, String> server) {}
