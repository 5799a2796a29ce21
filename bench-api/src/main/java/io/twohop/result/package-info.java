/** What a run found out, as records; made by the process that reports, after measuring. */
package io.twohop.result;
