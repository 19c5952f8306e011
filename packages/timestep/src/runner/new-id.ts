import { randomUUID } from 'node:crypto';

/** A UUID for now: those that are made later are greater. */
export function newUuid(): string {
  return uuidAt(Date.now(), randomUUID());
}

/**
 * A UUID of version 7 (RFC 9562, section 5.7): the time in milliseconds, then 74 random bits. Tasks
 * that are made one after another are neighbours in a database, and are written together.
 *
 * It is one flat string. Node builds its own out of some twenty pieces, and a task that is kept would
 * keep every one of them.
 */
export function uuidAt(time: number, random: string): string {
  const hex = time.toString(16).padStart(12, '0');
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${random.slice(15)}`;
  return Buffer.from(uuid, 'latin1').toString('latin1');
}
