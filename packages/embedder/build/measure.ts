/** Prints the size of the package, the processor time and memory of texts, and how exact the vectors are. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loadForwardPass } from '../src/forward.ts';
import { MODEL_FOLDER } from '../src/model-file.ts';
import { MOST_TOKENS } from '../src/model-sizes.ts';
import { computeReferenceCosine, listReferences } from '../src/references.fixture.ts';
import { parseVocabulary, tokenize } from '../src/tokenize.ts';

const QUESTION =
  'I would like to know how I can return the two books that my child took home from the library last week';
const FLOAT_FOLDER = join(import.meta.dirname, '../../../node_modules/.cache/embedder/float');
const ROUNDS = 30;

const vocabulary = parseVocabulary(readFileSync(join(MODEL_FOLDER, 'vocabulary.txt'), 'utf8'));
const bytes = globSync('**/*', { cwd: MODEL_FOLDER }).map(
  (file) => statSync(join(MODEL_FOLDER, file)).size,
);
printLine('model', `${(bytes.reduce((sum, size) => sum + size, 0) / 1e6).toFixed(1)} MB installed`);

const before = process.memoryUsage.rss();
const begun = performance.now();
const computeVector = loadForwardPass(MODEL_FOLDER);
printLine('load', `${(performance.now() - begun).toFixed(0)} ms`);
for (const [name, tokens] of [
  ['question of 20 words', tokenize(QUESTION, vocabulary, MOST_TOKENS)],
  ['longest text', Array.from({ length: MOST_TOKENS }, (_, at) => 2000 + at)],
] as const) {
  computeVector(tokens);
  const start = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1) computeVector(tokens);
  const { user, system } = process.cpuUsage(start);
  const cpu = ((user + system) / ROUNDS / 1000).toFixed(1);
  printLine(name, `${cpu} ms of processor time, ${tokens.length} tokens`);
}
printLine(
  'memory',
  `${((process.memoryUsage.rss() - before) / 1e6).toFixed(0)} MB more memory than without the model`,
);
printCosines('int8', computeVector);
if (existsSync(join(FLOAT_FOLDER, 'model.json')))
  printCosines('float32', loadForwardPass(FLOAT_FOLDER));
else printLine('float32', 'build it with "node build/build-model.ts --float"');

function printCosines(kind: string, compute: typeof computeVector): void {
  const cosines = listReferences().map((reference) =>
    computeReferenceCosine(
      compute(tokenize(reference.text, vocabulary, MOST_TOKENS)),
      reference.vector,
    ),
  );
  const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
  const least = Math.min(...cosines);
  printLine(
    kind,
    `cosine with the reference at least ${least.toFixed(4)}, mean ${mean.toFixed(4)}`,
  );
}

function printLine(what: string, figure: string): void {
  console.log(`${what.padEnd(22)}${figure}`);
}
