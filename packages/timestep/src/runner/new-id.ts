import { randomUUID } from 'node:crypto';

/** A UUID of the present time; later ones are greater. */
export function newUuid(): string {
  return uuidAt(Date.now(), randomUUID());
}

/**
 * A UUID of version 7 (RFC 9562, section 5.7): the time in milliseconds, then 74 random bits. So
 * tasks that are made one after another are neighbours in a database, and are written together.
 *
 * The result is one flat string, because Node builds its own UUIDs from some twenty pieces, and a
 * kept task would hold every one of them.
 */
export function uuidAt(time: number, random: string): string {
  const hex = time.toString(16).padStart(12, '0');
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${random.slice(15)}`;
  return Buffer.from(uuid, 'latin1').toString('latin1');
}
