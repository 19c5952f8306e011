import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A text with what the published weights in 64-bit numbers and the published tokenizer give for it:
 * the vector in int8, the count of its tokens, and their sum by place, modulo 65,521.
 */
export interface Reference {
  readonly text: string;
  readonly tokens: number;
  readonly checksum: number;
  readonly vector: Int8Array;
}

export function listReferences(): readonly Reference[] {
  const text = readFileSync(join(import.meta.dirname, '../fixtures/references.jsonl'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const { vector, ...rest } = JSON.parse(line) as Omit<Reference, 'vector'> & {
        readonly vector: string;
      };
      return { ...rest, vector: new Int8Array(Buffer.from(vector, 'base64')) };
    });
}

export function computeReferenceCosine(vector: Float32Array, reference: Int8Array): number {
  let [product, ofVector, ofReference] = [0, 0, 0];
  for (const [at, a] of vector.entries()) {
    const b = reference[at] ?? 0;
    product += a * b;
    ofVector += a * a;
    ofReference += b * b;
  }
  return product / Math.sqrt(ofVector * ofReference);
}
