import { hash } from 'node:crypto';

/**
 * An id made of a key: a call that is made again with its key sends the same message. It is a digest, because a key
 * may name a task of the caller, which agents do not need to know.
 */
export function stableId(key: string, prefix: 'call' | 'handoff' = 'call'): string {
  return `${prefix}-${hash('sha256', key, 'base64url')}`;
}
