import type { CreateCallId } from './strict-reply.ts';

/** Creates ids of a prefix, digits of the request, and the index of the call. */
export function createPrefixedId(prefix: string): CreateCallId {
  return (seed, _name, index) => `${prefix}${seed}${index}`;
}
