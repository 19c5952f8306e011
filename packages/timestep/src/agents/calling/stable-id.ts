import { hash } from 'node:crypto';

/**
 * A repeated call sends the same message. A digest hides the id of the caller's task in the key.
 */
export function deriveMessageId(key: string, prefix: 'call' | 'handoff' = 'call'): string {
  return `${prefix}-${hash('sha256', key, 'base64url')}`;
}
