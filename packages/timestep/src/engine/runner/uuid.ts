import { randomFillSync } from 'node:crypto';

/** Creates a UUID of the current time. Later UUIDs sort after earlier UUIDs. */
export function createUuid(): string {
  const from = takeRandomBytes();
  return formatUuidV7(Date.now(), drawn, from);
}

const RANDOM_BYTES = 10;

/**
 * Buffer of random bytes for many ids, because requesting them from the system is the most
 * expensive step.
 */
const drawn = new Uint8Array(RANDOM_BYTES * 512);
let used = drawn.length;

/** Returns the offset in `drawn` of the random bytes for one id. */
function takeRandomBytes(): number {
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
 * Formats a version 7 UUID (RFC 9562, section 5.7): the time in milliseconds, then 74 of the 80
 * random bits at offset `from`. Tasks created one after another are therefore neighbors in a
 * database and are written together.
 *
 * The result is one flat string, because Node concatenates its own UUIDs from about twenty pieces,
 * and a stored task would hold all of them.
 */
export function formatUuidV7(timeMs: number, random: Uint8Array, from = 0): string {
  const high = Math.floor(timeMs / 2 ** 16);
  const low = timeMs % 2 ** 16;
  writeHexByte(0, high >>> 24);
  writeHexByte(2, high >>> 16);
  writeHexByte(4, high >>> 8);
  writeHexByte(6, high);
  writeHexByte(9, low >>> 8);
  writeHexByte(11, low);
  writeHexByte(14, 0x70 | ((random[from] ?? 0) & 0x0f));
  writeHexByte(16, random[from + 1] ?? 0);
  writeHexByte(19, 0x80 | ((random[from + 2] ?? 0) & 0x3f));
  writeHexByte(21, random[from + 3] ?? 0);
  for (let at = 4; at < RANDOM_BYTES; at += 1) writeHexByte(16 + 2 * at, random[from + at] ?? 0);
  return text.toString('latin1');
}

function writeHexByte(offset: number, byte: number): void {
  text[offset] = DIGITS[(byte >>> 4) & 0x0f] ?? 0;
  text[offset + 1] = DIGITS[byte & 0x0f] ?? 0;
}
