import { describe, expect, it } from 'vitest';
import { append, isChain, toArray, type Chain, type JsonValue } from '#core';
import {
  decodeValue,
  computeListDigest,
  encodeValue,
  computeHash,
  listMissingBlobs,
  type EncodedValue,
} from './content-text.ts';
import { createListPrefixCache } from './list-prefix-cache.ts';
import type { Transaction } from '../statement.ts';

const LONG = 'a'.repeat(10_000);

/** Runs a transaction on blobs, as a table of them would answer. */
function runOn<T>(bodyOf: (hash: string) => string | undefined, transaction: Transaction<T>): T {
  let step = transaction.next({ rows: [], changes: 0 });
  while (!step.done) {
    const body = bodyOf(String(step.value.values['hash']));
    step = transaction.next({ rows: body === undefined ? [] : [{ body }], changes: 0 });
  }
  return step.value;
}

function decoded(encoded: EncodedValue): unknown {
  const bodies = new Map(blobsOf(encoded).map(({ hash, body }) => [hash, body]));
  return runOn((hash) => bodies.get(hash) ?? `no ${hash}`, decodeValue(encoded.text));
}

function missingOf(encoded: EncodedValue, isStored: (hash: string) => boolean) {
  return runOn((hash) => (isStored(hash) ? '' : undefined), listMissingBlobs(encoded));
}

function blobsOf(encoded: EncodedValue) {
  return missingOf(encoded, () => false);
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
      const encoded = encodeValue(value, [['history']]);
      expect(JSON.stringify(decoded(encoded))).toBe(JSON.stringify(value));
      for (const { hash, body } of blobsOf(encoded)) expect(computeHash(body)).toBe(hash);
    }
  });

  it('is plain JSON where nothing is large', () => {
    const value = { a: [1, 'x'.repeat(8000)], left: undefined };
    expect(encodeValue(value)).toEqual({
      text: JSON.stringify(value),
      uses: [],
      texts: [],
      ends: [],
    });
  });

  it('takes nothing that a value holds for a name', () => {
    const { text, uses, texts } = encodeValue({ image: LONG });
    const [hash] = uses;
    const forged = { image: hash, again: [['image'], hash], text, rest: JSON.parse(text) };
    const encoded = encodeValue(forged);
    expect(encoded).toEqual({ text: JSON.stringify(forged), uses: [], texts: [], ends: [] });
    expect(runOn(() => texts[0]?.body ?? '', decodeValue(encoded.text))).toEqual(forged);
  });

  it('names what it holds once, whatever holds it', () => {
    const one = encodeValue({ image: LONG, again: LONG });
    const other = encodeValue({ deep: [{ image: LONG }] });
    expect(one.uses).toEqual(other.uses);
    expect(one.text.length).toBeLessThan(200);
  });

  it('shares what lists have in common, and names a list once however long it is', () => {
    const messages = Array.from({ length: 100 }, (_, index) => ({ content: `message ${index}` }));
    const lists = [['history']];
    const short = encodeValue({ history: messages.slice(0, 90) }, lists);
    const long = encodeValue({ history: messages }, lists);
    const known = new Set(blobsOf(short).map(({ hash }) => hash));
    expect(known.size).toBe(5);
    expect(blobsOf(long)).toHaveLength(6);
    const [added, ...others] = missingOf(long, (hash) => known.has(hash));
    expect(long.uses).toEqual([added?.hash]);
    expect(others).toEqual([]);
  });

  it('names what its runs hold, so that nothing is deleted that is still needed', () => {
    const history = Array.from({ length: 20 }, (_, index) => (index === 3 ? LONG : index));
    const encoded = encodeValue({ history }, [['history']]);
    const { uses } = encoded;
    const [image, run] = blobsOf(encoded);
    expect(run?.uses).toEqual([image?.hash]);
    expect(uses).toEqual([run?.hash]);
  });

  it('reads of a list that it has read before only what is new, and shares the rest', () => {
    const messages = Array.from({ length: 100 }, (_, index) => ({ content: `message ${index}` }));
    const read: string[] = [];
    const blobs = new Map<string, string>();
    const prefixes = createListPrefixCache();
    const again = (length: number): unknown => {
      const encoded = encodeValue({ history: messages.slice(0, length) }, [['history']]);
      for (const { hash, body } of blobsOf(encoded)) blobs.set(hash, body);
      read.length = 0;
      const bodyOf = (hash: string): string => {
        read.push(hash);
        return blobs.get(hash) ?? '';
      };
      return (runOn(bodyOf, decodeValue(encoded.text, prefixes)) as { readonly history: unknown })
        .history;
    };
    const short = again(64);
    expect(read).toHaveLength(4);
    const long = again(100);
    expect(read).toHaveLength(2);
    if (!isChain(short) || !isChain(long)) throw new Error('long lists are chains');
    expect(toArray(long)).toEqual(messages);
    let link: Chain<unknown> | undefined = long;
    while (link !== undefined && link.length > short.length) link = link.before;
    expect(link).toBe(short);
    expect(again(100)).toEqual(long);
    expect(read).toEqual([]);
  });

  it('names a chain by what is new in it, and finds what is not kept any more', () => {
    let chain: Chain<unknown> | undefined;
    for (let index = 0; index < 64; index += 1) chain = append(chain, { content: `m ${index}` });
    const encoded = encodeValue({ history: chain }, [['history']]);
    const kept = new Set(blobsOf(encoded).map(({ hash }) => hash));
    expect(kept.size).toBe(4);
    const asked: string[] = [];
    const isKept = (hash: string): boolean => {
      asked.push(hash);
      return kept.has(hash);
    };
    for (let index = 0; index < 20; index += 1) chain = append(chain, { content: `n ${index}` });
    const longer = encodeValue({ history: chain }, [['history']]);
    expect(missingOf(longer, isKept)).toHaveLength(1);
    expect(asked).toHaveLength(2);
    expect(missingOf(longer, () => false)).toHaveLength(5);
  });

  it('has one digest for equal lists', () => {
    const list = (words: string) => {
      let chain = append<unknown>(undefined, words);
      for (let index = 0; index < 20; index += 1) chain = append(chain, index);
      return computeListDigest(chain);
    };
    expect(list('one')).toEqual(list('one'));
    expect(list('one')).not.toEqual(list('other'));
  });

  it('does not make up what is missing', () => {
    const { text } = encodeValue({ image: LONG });
    const missing = (): string => {
      throw new Error('missing');
    };
    expect(() => runOn(missing, decodeValue(text))).toThrow('missing');
  });
});
