import { createHash } from 'node:crypto';
import { toCanonicalJson } from '../../core/index.ts';

/** Returns the SHA-256 of a value's canonical JSON, in hexadecimal. */
export function hashJson(value: unknown): string {
  return createHash('sha256').update(toCanonicalJson(value)).digest('hex');
}
