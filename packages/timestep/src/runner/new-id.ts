import { randomFillSync } from 'node:crypto';

/** A UUID of the present time; later ones are greater. */
export function newUuid(): string {
  const from = takeRandom();
  return uuidAt(Date.now(), drawn, from);
}

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
const text = Buffer.alloc(36, DASH);

/**
 * A UUID of version 7 (RFC 9562, section 5.7): the time in milliseconds, then 74 of the 80 random bits that
 * begin at index `from`. So tasks that are made one after another are neighbours in a database, and are
 * written together.
 *
 * The result is one flat string, because Node builds its own UUIDs from some twenty pieces, and a
 * kept task would hold every one of them.
 */
export function uuidAt(time: number, random: Uint8Array, from = 0): string {
  const high = Math.floor(time / 2 ** 16);
  const low = time % 2 ** 16;
  writeByte(0, high >>> 24);
  writeByte(2, high >>> 16);
  writeByte(4, high >>> 8);
  writeByte(6, high);
  writeByte(9, low >>> 8);
  writeByte(11, low);
  writeByte(14, 0x70 | ((random[from] ?? 0) & 0x0f));
  writeByte(16, random[from + 1] ?? 0);
  writeByte(19, 0x80 | ((random[from + 2] ?? 0) & 0x3f));
  writeByte(21, random[from + 3] ?? 0);
  for (let at = 4; at < RANDOM_BYTES; at += 1) writeByte(16 + 2 * at, random[from + at] ?? 0);
  return text.toString('latin1');
}

function writeByte(at: number, byte: number): void {
  text[at] = DIGITS[(byte >>> 4) & 0x0f] ?? 0;
  text[at + 1] = DIGITS[byte & 0x0f] ?? 0;
}
