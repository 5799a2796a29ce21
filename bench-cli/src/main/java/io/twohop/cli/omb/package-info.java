/** The bridge from OpenMessaging Benchmark: its workload and driver files, translated into files of this bench. */
package io.twohop.cli.omb;
