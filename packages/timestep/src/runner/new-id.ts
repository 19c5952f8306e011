import { randomFillSync } from 'node:crypto';

/** A UUID of the present time; later ones are greater. */
export function newUuid(): string {
  const from = takeRandom();
  return uuidAt(Date.now(), drawn, from);
}

const TIME_BYTES = 6;
const RANDOM_BYTES = 10;

/** Random bytes for many ids, because asking the system for them costs more than the rest of an id. */
const drawn = new Uint8Array(RANDOM_BYTES * 512);
let used = drawn.length;

/** Returns where in `drawn` the bytes of one id begin. */
function takeRandom(): number {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += RANDOM_BYTES;
  return used - RANDOM_BYTES;
}

const DIGITS = Buffer.from('0123456789abcdef', 'latin1');
const DASH = 0x2d;
const bytes = Buffer.alloc(16);
/** The digits are written over; the dashes stay. */
const text = Buffer.from('00000000-0000-0000-0000-000000000000', 'latin1');

/**
 * A UUID of version 7 (RFC 9562, section 5.7): the time in milliseconds, then 74 of the 80 random bits that
 * begin at index `from`. So tasks that are made one after another are neighbours in a database, and are
 * written together.
 *
 * The result is one flat string, because Node builds its own UUIDs from some twenty pieces, and a
 * kept task would hold every one of them.
 */
export function uuidAt(time: number, random: Uint8Array, from = 0): string {
  bytes.writeUIntBE(time, 0, TIME_BYTES);
  for (let at = 0; at < RANDOM_BYTES; at += 1) bytes[TIME_BYTES + at] = random[from + at] ?? 0;
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  for (let at = 0, place = 0; at < bytes.length; at += 1, place += 2) {
    if (text[place] === DASH) place += 1;
    const byte = bytes[at] ?? 0;
    text[place] = DIGITS[byte >>> 4] ?? 0;
    text[place + 1] = DIGITS[byte & 0x0f] ?? 0;
  }
  return text.toString('latin1');
}
