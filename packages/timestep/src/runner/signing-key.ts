import { randomBytes } from 'node:crypto';

/** Creates a signing key of 32 random bytes. */
export function createSigningKey(): Buffer {
  return randomBytes(32);
}
