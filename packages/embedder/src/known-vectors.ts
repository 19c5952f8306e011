import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SIZE } from './model-sizes.ts';

const FILE = 'known-vectors.json';

/**
 * Writes the vectors of texts that every program embeds, so that no program has to compute them.
 */
export function writeKnownVectors(
  folder: string,
  vectors: ReadonlyMap<string, Float32Array>,
): void {
  const numbers = Buffer.concat([...vectors.values()].map(({ buffer }) => Buffer.from(buffer)));
  const known = { texts: [...vectors.keys()], vectors: numbers.toString('base64') };
  writeFileSync(join(folder, FILE), `${JSON.stringify(known)}\n`);
}

/** Reads the vectors that the package ships with, by text. */
export function readShippedVectors(folder: string): ReadonlyMap<string, Float32Array> {
  const known = JSON.parse(readFileSync(join(folder, FILE), 'utf8')) as {
    readonly texts: readonly string[];
    readonly vectors: string;
  };
  const numbers = new Float32Array(Uint8Array.from(Buffer.from(known.vectors, 'base64')).buffer);
  return new Map(known.texts.map((text, at) => [text, numbers.slice(at * SIZE, (at + 1) * SIZE)]));
}
