package io.twohop.registry;

import io.twohop.config.ConfigException;
import io.twohop.config.Help;
import io.twohop.workload.Deployment;
import io.twohop.workload.Scenario;
import io.twohop.workload.ServiceOptions;

/**
 * The place of one deployment of a service, in its transport file: so two deployments, such as blue and green, are compared with one
 * workload. {@code null} is the place that the workload names.
 */
public record DeployedAt(
        @Help("for a deployed service: the topic, subject, queue or stream of its requests, instead of the workload's")
        String requests,

        @Help("for a deployed service: that of its replies, instead of the workload's")
        String replies) {
    /** A file that leaves the place to the workload. */
    public static final DeployedAt AS_WORKLOAD = new DeployedAt(null, null);

    /**
     * Returns a scenario with the service at this place.
     *
     * @throws ConfigException if the scenario's service is not deployed, or cannot be there
     */
    public Scenario in(Scenario scenario) {
        if (equals(AS_WORKLOAD)) {
            return scenario;
        }
        Deployment deployment = scenario.service().deployment();
        if (!deployment.isDeployed()) {
            throw ConfigException.invalid(
                    "deployed", "given", "none, since the workload's service is not 'deployed: true'");
        }
        return scenario.with(ServiceOptions.deployed(moved(deployment)));
    }

    private Deployment moved(Deployment deployment) {
        try {
            return deployment.at(requests, replies);
        } catch (ConfigException e) {
            // The workload's key may have a topic and other keys in it, this file's is the topic.
            String key = e.name().startsWith("requests") ? "requests" : "replies";
            throw ConfigException.invalid("deployed." + key, e.value(), e.expected());
        }
    }
}
