/** Services whose work a workload sets: computing, allocating, looking up. The service's thread calls them. */
package io.twohop.event.work;
