import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MODEL_FOLDER } from '../src/model-file.ts';

/**
 * True if the model is built. If `TIMESTEP_REQUIRE_EMBEDDER` is set, a machine without it fails;
 * otherwise standard error says that its tests do not run.
 */
export function checkModelForTests(): boolean {
  if (existsSync(join(MODEL_FOLDER, 'known-vectors.json'))) return true;
  const message = 'no sentence model: run "npm run install:embedder"';
  if (process.env['TIMESTEP_REQUIRE_EMBEDDER'] === '1') throw new Error(message);
  process.stderr.write(`NOT RUN: tests with the sentence model: ${message}\n`);
  return false;
}
