import type { CreateCallId } from './strict-reply.ts';

/** Creates call ids from a prefix, digits derived from the request, and the index of the call. */
export function createPrefixedIdMaker(prefix: string): CreateCallId {
  return (seed, _name, index) => `${prefix}${seed}${index}`;
}
