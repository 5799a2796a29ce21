package io.twohop.cli;

import io.twohop.cli.text.ReturnedText;
import io.twohop.config.YamlDocument;
import io.twohop.engine.DeployedTrial;
import io.twohop.engine.Measurement;
import io.twohop.launch.CellRun;
import io.twohop.launch.ClientJars;
import io.twohop.launch.ForkedRun;
import io.twohop.launch.Place;
import io.twohop.pipeline.deployed.Returned;
import io.twohop.registry.TransportFile;
import io.twohop.registry.TransportFiles;
import io.twohop.registry.WorkloadFile;
import io.twohop.result.ExitCode;
import io.twohop.transport.NoKeys;
import io.twohop.workload.Correlation;
import io.twohop.workload.Keys;
import io.twohop.workload.Workload;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Set;

/** {@code bench doctor --service}: finds which parts of a request a deployed service returns. */
final class DeployedDoctor {
    private static final String ORIGIN = "bench doctor --service";

    /** The keys that say what a request consists of and where it goes; rate and duration do not matter here. */
    private static final Set<String> USED =
            Set.of(Keys.EVENT.name(), Keys.SERVICE.name(), Keys.SIZE.name(), Keys.HEADERS.name());

    private static final String EXPECTED =
            "true, with the topics or subjects of its requests and replies, as docs/deployed.md says";

    private DeployedDoctor() {}

    /** @param given overrides of keys in both files */
    static int examine(String file, String transport, Overrides given, PrintStream out) throws Exception {
        FileFinder finder = new FileFinder();
        Workload workload = WorkloadFile.read(document(given.applyToWorkload(finder.workload(file))));
        TransportFile servers = TransportFile.of(given.applyToTransport(TransportFiles.find(transport)));
        ClientJars.use(servers.common().clientJars());
        Measurement measurement = new CellRun(
                        workload,
                        servers,
                        workload.cells().get(0),
                        Path.of(given.results()),
                        finder.home(),
                        Place.forked(ForkedRun.Patience.DEFAULT))
                .check();
        Returned returned = DeployedTrial.of(measurement);
        ReturnedText.print(measurement.scenario().service().deployment(), returned, out);
        return returned.isMeasurable() ? ExitCode.OK : ExitCode.FAILED;
    }

    /** Returns a workload that a run would take, since the file may be the beginning of one. */
    private static YamlDocument document(YamlDocument file) {
        file.without(Workload.keys()).bind(NoKeys.class, Workload.keys());
        if (!file.hasMappings("service") || file.text("service.deployed").isEmpty()) {
            throw file.invalid("service.deployed", null, EXPECTED);
        }
        YamlDocument document = file.only(USED).with("rate", "1", ORIGIN).with("duration", "1s", ORIGIN);
        if (file.hasMappings("service.correlate")) {
            return document;
        }
        // Any correlation that the transport can carry: all are tried.
        return file.text("service.replies")
                        .or(() -> file.text("service.replies.topic"))
                        .isPresent()
                ? document.with("service.correlate.header", Correlation.TRACEPARENT, ORIGIN)
                : document.with("service.correlate.inbox", "true", ORIGIN);
    }
}
