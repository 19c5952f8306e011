// Fast code: random bits for many ids are drawn at once, and an id is one flat text. `randomUUID` joins
// twenty pieces, which takes 4 % of the time of an A2A message.
import { randomFillSync } from 'node:crypto';

/** Creates a UUID that begins with the time, so that new tasks are neighbors in a database. */
export function createUuid(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += WORDS;
  return formatUuidV7(Date.now(), drawn, used - WORDS);
}

/** Number of random 16-bit words in an id. */
const WORDS = 5;
const drawn = new Uint16Array(WORDS * 512);
let used = drawn.length;

const DIGITS = Buffer.from('0123456789abcdef', 'latin1');
const text = Buffer.alloc(36, '-');

/**
 * Formats a version 7 UUID (RFC 9562, section 5.7) from the time and the random words at `from`.
 */
export function formatUuidV7(timeMs: number, random: Uint16Array, from = 0): string {
  const high = Math.floor(timeMs / 0x10000);
  writeHexWord(0, high >>> 16);
  writeHexWord(4, high);
  writeHexWord(9, timeMs % 0x10000);
  writeHexWord(14, 0x7000 | ((random[from] ?? 0) & 0xfff));
  writeHexWord(19, 0x8000 | ((random[from + 1] ?? 0) & 0x3fff));
  for (let at = 2; at < WORDS; at += 1) writeHexWord(16 + 4 * at, random[from + at] ?? 0);
  return text.toString('latin1');
}

function writeHexWord(offset: number, word: number): void {
  for (let at = 0; at < 4; at += 1) {
    text[offset + at] = DIGITS[(word >>> (12 - 4 * at)) & 0xf] ?? 0;
  }
}
