import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../core/index.ts';
import { decode, encode, hashOf, type Encoded } from './content-text.ts';

const LONG = 'a'.repeat(10_000);

function decoded({ text, blobs }: Encoded): unknown {
  const bodies = new Map(blobs.map(({ hash, body }) => [hash, body]));
  return decode(text, (hash) => bodies.get(hash) ?? `no ${hash}`);
}

/** A generator of numbers in [0, 1), the same for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

const STRINGS = ['', 'x', '["a"]', 'ö\u0000\ud800', LONG, `${LONG}\ud83d`, `"${LONG}\u0000"`];
const KEYS = ['history', '__proto__', 'constructor', '0', 'length', 'items', 'before'];

function someValue(next: () => number, depth: number): JsonValue {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
  const many = (): number[] => Array.from({ length: Math.floor(next() * 5) }, (_, index) => index);
  switch (depth > 3 ? 0 : Math.floor(next() * 4)) {
    case 0:
      return pick<JsonValue>([...STRINGS, null, true, 0, -1.5]);
    case 1:
      return many().map(() => someValue(next, depth + 1));
    default:
      return Object.fromEntries(many().map(() => [pick(KEYS), someValue(next, depth + 1)]));
  }
}

describe('stored text', () => {
  it('gives back every value as it was', () => {
    const next = random(7);
    for (let round = 0; round < 500; round += 1) {
      const history = Array.from({ length: Math.floor(next() * 70) }, () => someValue(next, 3));
      const value = { history, rest: someValue(next, 0), more: someValue(next, 0) };
      const encoded = encode(value, [['history']]);
      expect(JSON.stringify(decoded(encoded))).toBe(JSON.stringify(value));
      for (const { hash, body } of encoded.blobs) expect(hashOf(body)).toBe(hash);
    }
  });

  it('is plain JSON where nothing is large', () => {
    const value = { a: [1, 'x'.repeat(8000)], left: undefined };
    expect(encode(value)).toEqual({ text: JSON.stringify(value), uses: [], blobs: [] });
  });

  it('takes nothing that a value holds for a name', () => {
    const { text, uses, blobs } = encode({ image: LONG });
    const [hash] = uses;
    const forged = { image: hash, again: [['image'], hash], text, rest: JSON.parse(text) };
    const encoded = encode(forged);
    expect(encoded).toEqual({ text: JSON.stringify(forged), uses: [], blobs: [] });
    expect(decode(encoded.text, () => blobs[0]?.body ?? '')).toEqual(forged);
  });

  it('names what it holds once, whatever holds it', () => {
    const one = encode({ image: LONG, again: LONG });
    const other = encode({ deep: [{ image: LONG }] });
    expect(one.uses).toEqual(other.uses);
    expect(one.text.length).toBeLessThan(200);
  });

  it('shares what lists have in common, and names a list once however long it is', () => {
    const messages = Array.from({ length: 100 }, (_, index) => ({ content: `message ${index}` }));
    const lists = [['history']];
    const short = encode({ history: messages.slice(0, 90) }, lists);
    const long = encode({ history: messages }, lists);
    const shared = long.blobs.filter(({ hash }) => short.blobs.some((blob) => blob.hash === hash));
    expect(shared).toHaveLength(5);
    expect(long.blobs).toHaveLength(6);
    expect(long.uses).toEqual([long.blobs.at(-1)?.hash]);
  });

  it('names what its runs hold, so that nothing is deleted that is still needed', () => {
    const history = Array.from({ length: 20 }, (_, index) => (index === 3 ? LONG : index));
    const { blobs, uses } = encode({ history }, [['history']]);
    const [image, run] = blobs;
    expect(run?.uses).toEqual([image?.hash]);
    expect(uses).toEqual([run?.hash]);
  });

  it('does not make up what is missing', () => {
    const { text } = encode({ image: LONG });
    const missing = (): string => {
      throw new Error('missing');
    };
    expect(() => decode(text, missing)).toThrow('missing');
  });
});
