import { randomUUID } from 'node:crypto';

/**
 * A random UUID as one flat string. Node builds its own out of some twenty pieces, and a task that
 * is kept would keep every one of them.
 */
export function newUuid(): string {
  return Buffer.from(randomUUID(), 'latin1').toString('latin1');
}
