package io.twohop.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1Volume;
import io.kubernetes.client.openapi.models.V1VolumeMount;
import io.twohop.config.YamlDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is shipped for Kubernetes, by the API model of its own client: no cluster has run it. */
@Tag("one-jdk")
class KubernetesManifestsTest {
    private static final Path FILE = Path.of("..", "deploy", "kubernetes", "agents.yaml");

    private V1Service service;
    private V1Job agents;
    private V1Job run;

    @BeforeEach
    void read() throws IOException {
        String[] documents = Files.readString(FILE).split("\n---\n");
        assertThat(documents).hasSize(3);
        V1Service.validateJsonElement(json(documents[0]));
        service = JSON.getGson().fromJson(json(documents[0]), V1Service.class);
        agents = job(documents[1]);
        run = job(documents[2]);
    }

    private static JsonElement json(String yaml) {
        return JsonParser.parseString(
                YamlDocument.parse("agents.yaml", yaml).toTree().toString());
    }

    private static V1Job job(String yaml) throws IOException {
        V1Job.validateJsonElement(json(yaml));
        return JSON.getGson().fromJson(json(yaml), V1Job.class);
    }

    private static V1PodSpec pod(V1Job job) {
        return job.getSpec().getTemplate().getSpec();
    }

    @Test
    void shouldBeRefusedWithAFieldThatTheModelDoesNotHave() throws IOException {
        String text = Files.readString(FILE).split("\n---\n")[1];
        for (String field : List.of("backoffLimit", "restartPolicy", "mountPath", "defaultMode")) {
            assertThatThrownBy(() -> job(text.replace(field, field + "s")))
                    .as(field)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(field + "s");
        }
    }

    @Test
    void shouldStartEachAgentOnceAndNoneInPlaceOfAnother() {
        assertThat(agents.getSpec().getCompletionMode()).isEqualTo("Indexed");
        assertThat(agents.getSpec().getCompletions()).isEqualTo(agents.getSpec().getParallelism());
        for (V1Job job : List.of(agents, run)) {
            assertThat(job.getApiVersion()).isEqualTo("batch/v1");
            assertThat(job.getSpec().getBackoffLimit()).isZero();
            assertThat(pod(job).getRestartPolicy()).isEqualTo("Never");
        }
    }

    /** Of the class Guaranteed: its CPUs and memory are its own. */
    @Test
    void shouldLimitWhatIsRequested() {
        for (V1Job job : List.of(agents, run)) {
            for (V1Container container : pod(job).getContainers()) {
                assertThat(container.getResources().getRequests())
                        .containsOnlyKeys("cpu", "memory")
                        .isEqualTo(container.getResources().getLimits());
                assertThat(container.getResources().getRequests().get("cpu").toSuffixedString())
                        .as("whole CPUs")
                        .matches("[0-9]+");
            }
        }
    }

    @Test
    void shouldNamePodsByAServiceWithoutAnAddress() {
        assertThat(service.getSpec().getClusterIP()).isEqualTo("None");
        assertThat(pod(agents).getSubdomain()).isEqualTo(service.getMetadata().getName());
        assertThat(service.getSpec().getSelector())
                .containsEntry("job-name", agents.getMetadata().getName());
    }

    @Test
    void shouldMountTheKeysFromASecret() {
        for (V1Job job : List.of(agents, run)) {
            assertThat(pod(job).getVolumes())
                    .filteredOn(volume -> volume.getSecret() != null)
                    .singleElement()
                    .satisfies(volume ->
                            assertThat(volume.getSecret().getSecretName()).isEqualTo("twohop-keys"));
            List<String> volumes =
                    pod(job).getVolumes().stream().map(V1Volume::getName).toList();
            assertThat(pod(job).getContainers().get(0).getVolumeMounts())
                    .extracting(V1VolumeMount::getName)
                    .containsExactlyInAnyOrderElementsOf(volumes);
        }
    }
}
