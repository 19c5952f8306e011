// Fast code: the random parts of many ids are generated at once, and an id concatenates two texts.
// `randomUUID` joins twenty pieces, which takes 4 % of the time of an A2A message.
import { randomFillSync } from 'node:crypto';

/** Creates a UUID that begins with the time, so that new tasks are neighbors in a database. */
export function createUuid(): string {
  const now = Date.now();
  if (now !== headMs) {
    headMs = now;
    head = formatUuidTime(now);
  }
  if (used === IDS) {
    randomFillSync(drawn);
    tails = formatUuidRandomParts(drawn);
    used = 0;
  }
  used += 1;
  return head + tails.slice((used - 1) * TAIL, used * TAIL);
}

/** Number of ids whose random bits are drawn at once. */
const IDS = 512;

/** Characters of an id after the time: the version, the variant and random digits. */
const TAIL = 22;

const drawn = Buffer.alloc((IDS * TAIL) / 2);
let tails = '';
let used = IDS;

let headMs = -1;
let head = '';

/** Formats the time of a version 7 UUID (RFC 9562, section 5.7), with the dashes around it. */
export function formatUuidTime(timeMs: number): string {
  const digits = timeMs.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-`;
}

const DASH = 0x2d;
const SEVEN = 0x37;
const VARIANTS = Buffer.from('89ab', 'latin1');

/**
 * Formats the part of version 7 UUIDs after the time, as one text of 22 characters for each 11 random
 * bytes: the version, 12 random bits, the variant and 62 random bits.
 */
export function formatUuidRandomParts(random: Buffer): string {
  const digits = Buffer.from(random.toString('hex'), 'latin1');
  for (let at = 0; at < digits.length; at += TAIL) {
    digits[at] = SEVEN;
    digits[at + 4] = DASH;
    digits[at + 5] = VARIANTS[(random[at / 2 + 2] ?? 0) & 3] ?? 0;
    digits[at + 9] = DASH;
  }
  return digits.toString('latin1');
}
