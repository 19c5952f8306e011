import { expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEmbedder } from './create-embedder.ts';
import { loadForwardPass } from './forward.ts';
import { readShippedVectors } from './known-vectors.ts';
import { MODEL_FOLDER } from './model-file.ts';
import { computeReferenceCosine, listReferences } from './references.fixture.ts';
import { parseVocabulary, tokenize } from './tokenize.ts';

const references = listReferences();

it('splits 200 texts as the tokenizer of the published model does', () => {
  const vocabulary = parseVocabulary(readFileSync(join(MODEL_FOLDER, 'vocabulary.txt'), 'utf8'));
  const sums = references.map(({ text }) => {
    const tokens = tokenize(text, vocabulary, 256);
    return [
      text,
      tokens.length,
      tokens.reduce((sum, token, at) => (sum + token * (at + 1)) % 65_521, 0),
    ];
  });
  expect(references).toHaveLength(200);
  expect(sums).toEqual(references.map(({ text, tokens, checksum }) => [text, tokens, checksum]));
});

it('the vectors of 200 texts have a cosine of at least 0.995 with those of the published weights', async () => {
  const embedder = createEmbedder();
  const vectors = await embedder.embed(references.map(({ text }) => text));
  await embedder.close();
  const far = references.flatMap(({ text, vector }, at) => {
    const cosine = computeReferenceCosine(vectors[at] ?? new Float32Array(), vector);
    return cosine >= 0.995 ? [] : [[text, cosine]];
  });
  expect(vectors).toHaveLength(200);
  expect(far).toEqual([]);
});

it('a question does not wait for a call with many texts', async () => {
  const embedder = createEmbedder();
  const ended: string[] = [];
  const many = embedder
    .embed(references.slice(0, 40).map(({ text }) => text))
    .then(() => ended.push('many'));
  const one = embedder.embed(['Where is my parcel?']).then(() => ended.push('one'));
  await Promise.all([many, one]);
  await embedder.close();
  expect(ended).toEqual(['one', 'many']);
});

it('calls at once get the vectors of their own texts', async () => {
  const embedder = createEmbedder();
  const texts = references.slice(0, 12).map(({ text }) => text);
  const apart = await Promise.all(texts.map((text) => embedder.embed([text])));
  const together = await embedder.embed(texts);
  await embedder.close();
  expect(apart.map(([vector]) => vector)).toEqual(together);
});

it('a call that is stopped rejects with the reason, and later calls are answered', async () => {
  const embedder = createEmbedder();
  const stopping = new AbortController();
  const call = embedder.embed(
    references.map(({ text }) => text),
    stopping.signal,
  );
  stopping.abort(new Error('the turn was cancelled'));
  await expect(call).rejects.toThrow('the turn was cancelled');
  expect(await embedder.embed(['hello'])).toHaveLength(1);
  await embedder.close();
});

it('open calls of an embedder that is closed reject with a code', async () => {
  const embedder = createEmbedder();
  const call = embedder.embed(['hello', 'good morning']);
  const [ended] = await Promise.allSettled([call, embedder.close()]);
  expect(ended).toMatchObject({ status: 'rejected', reason: { code: 'thread-failed' } });
});

it('knows the vectors of small talk without computing them', () => {
  const known = readShippedVectors(MODEL_FOLDER);
  const vocabulary = parseVocabulary(readFileSync(join(MODEL_FOLDER, 'vocabulary.txt'), 'utf8'));
  const compute = loadForwardPass(MODEL_FOLDER);
  expect(known.size).toBeGreaterThan(50);
  for (const [text, vector] of known) {
    expect(vector).toEqual(compute(tokenize(text, vocabulary, 256)));
  }
});
