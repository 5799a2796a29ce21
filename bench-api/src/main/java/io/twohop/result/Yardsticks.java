package io.twohop.result;

import io.twohop.published.Reference;
import java.util.List;

/**
 * Figures to hold a result against.
 *
 * @param published published figures of the same run, on other hardware
 * @param floor the harness's own cost; {@code null} if not measured: not wanted, a run of loopback, or aborted
 */
public record Yardsticks(List<Reference> published, Floor floor) {}
