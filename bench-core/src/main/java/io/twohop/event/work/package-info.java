/** Services whose work a workload sets: computing, allocating, looking up. Called by a service's thread. */
package io.twohop.event.work;
