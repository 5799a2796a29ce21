package io.twohop.launch;

import io.twohop.registry.TransportFile;
import io.twohop.workload.Cell;
import io.twohop.workload.Scenario;
import io.twohop.workload.Workload;
import java.nio.file.Path;
import java.time.LocalDateTime;

/**
 * One cell of a workload, to be measured on one transport.
 *
 * @param workload the workload of the cell and of others
 * @param transport the transport file, with the keys that the cell sets
 * @param results the directory of all results
 * @param home the checkout whose revision goes into the result
 */
record CellPlan(Workload workload, TransportFile transport, Cell cell, Path results, Path home) {
    /** Returns the workload with this cell only. */
    Workload single() {
        return workload.only(cell);
    }

    Scenario scenario() {
        return workload.scenario(cell);
    }

    String resultName(LocalDateTime time) {
        String cellName = workload.cells().size() == 1 ? "" : cell.toString().replaceAll("[^A-Za-z0-9.]+", "-");
        return RunNames.resultName(time, workload.name(), cellName, transport.name());
    }
}
