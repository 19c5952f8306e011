import { randomUUID } from 'node:crypto';

/** Creates a UUID that sorts by its time, so that new tasks are neighbors in a database. */
export function createUuid(): string {
  return formatUuidV7(Date.now(), randomUUID());
}

/** Formats a version 7 UUID (RFC 9562, section 5.7): the time, then bits of a version 4 UUID. */
export function formatUuidV7(timeMs: number, random: string): string {
  const time = timeMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}
