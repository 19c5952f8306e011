import { hash } from 'node:crypto';

/**
 * Derives a message id from the key of a call, so that a repeated call sends the same message. The
 * id is a digest, because the key may contain the id of the caller's task, which the called agent
 * need not know.
 */
export function deriveMessageId(key: string, prefix: 'call' | 'handoff' = 'call'): string {
  return `${prefix}-${hash('sha256', key, 'base64url')}`;
}
