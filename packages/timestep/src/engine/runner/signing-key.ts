import { randomBytes } from 'node:crypto';

export function createSigningKey(): Buffer {
  return randomBytes(32);
}
