import { createHash } from 'node:crypto';
import { canonicalJson } from '../../core/index.ts';

/** SHA-256 of the canonical JSON, in hexadecimal. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
