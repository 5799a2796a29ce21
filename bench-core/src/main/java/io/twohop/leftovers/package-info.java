/** What runs made on servers that are not their own: written down before it is made, and deleted by the process that survives. */
package io.twohop.leftovers;
