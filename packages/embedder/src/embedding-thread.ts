import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { loadForwardPass } from './forward.ts';
import { readShippedVectors } from './known-vectors.ts';
import { MODEL_FOLDER } from './model-file.ts';
import { MOST_TOKENS } from './model-sizes.ts';
import { parseVocabulary, tokenize } from './tokenize.ts';

const vocabulary = parseVocabulary(readFileSync(join(MODEL_FOLDER, 'vocabulary.txt'), 'utf8'));
const known = readShippedVectors(MODEL_FOLDER);
const computeVector = loadForwardPass(MODEL_FOLDER);

// The thread answers each text with its vector, in order.
parentPort?.on('message', (text: string) => {
  const vector = known.get(text)?.slice() ?? computeVector(tokenize(text, vocabulary, MOST_TOKENS));
  parentPort?.postMessage(vector, [vector.buffer as ArrayBuffer]);
});
