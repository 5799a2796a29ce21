/** Who else is notified of runs while they go on: a page in a browser, Prometheus, an OpenTelemetry collector. */
package io.twohop.cli.live;
