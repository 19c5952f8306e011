import { hash } from 'node:crypto';

/** Derives a message id that repeated calls share. The digest hides the caller's task id. */
export function deriveMessageId(key: string, prefix: 'call' | 'handoff' = 'call'): string {
  return `${prefix}-${hash('sha256', key, 'base64url')}`;
}
