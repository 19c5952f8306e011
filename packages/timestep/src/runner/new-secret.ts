import { randomBytes } from 'node:crypto';

/** 32 random bytes: a key to sign with. */
export function newSecret(): Buffer {
  return randomBytes(32);
}
