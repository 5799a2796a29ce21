package io.twohop.history;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.compare.ForkSetting;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What has to be the same in results on one line: what {@code bench compare} asks for, and what it only notes or leaves to its
 * user, because a difference is no question here but would look like a change.
 */
final class Settings {
    private Settings() {}

    static Map<String, String> of(JsonNode result) {
        return ForkSetting.ofOneSide(result, result.at("/forks/0"));
    }

    /** Those of a workload on a transport, whatever the machine. */
    static Map<String, String> ofWorkload(Map<String, String> settings) {
        return settings.entrySet().stream()
                .filter(entry -> ForkSetting.isOfFiles(entry.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
