/** What the keys of probes mean to readers, in the order of a message's way. */
const PROBES = { lateness: 'lateness of the generator', publish: 'publish call', acknowledge: 'acknowledgement',
  toService: 'to the service', inService: 'in the service', firstReply: 'first reply', endToEnd: 'end to end' };
