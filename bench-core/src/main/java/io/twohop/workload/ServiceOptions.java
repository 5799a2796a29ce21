package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.twohop.config.Help;
import java.util.Map;

/**
 * Who answers, and where.
 */
public record ServiceOptions(
        @Help("of the service, or of a class") String name,

        @Help("whether it runs in a process of its own, as in production")
        boolean process) {
    private static final String DEFAULT = "pass-through";

    public ServiceOptions {
        name = WorkloadChecks.word("name", name);
    }

    /** Of that name, in the measuring process. */
    public static ServiceOptions of(String name) {
        return new ServiceOptions(name, false);
    }

    /** What stands for the whole has no key of its own. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static ServiceOptions read(String name) {
        return of(WorkloadChecks.word("", name));
    }

    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    static ServiceOptions of(@JsonProperty("name") String name, @JsonProperty("process") Boolean process) {
        return new ServiceOptions(name == null ? DEFAULT : name, process != null && process);
    }

    /** The name stands for the whole where it runs as usual. */
    @JsonValue
    Object keys() {
        return process ? Map.of("name", name, "process", true) : name;
    }

    static ServiceOptions byDefault() {
        return of(DEFAULT);
    }
}
