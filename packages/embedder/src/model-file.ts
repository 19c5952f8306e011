import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where a tensor stands in the file of weights: rows of `width` numbers, in bytes from the start. */
export interface Tensor {
  readonly kind: 'int8' | 'float32';
  readonly rows: number;
  readonly width: number;
  readonly at: number;
}

/** The contents of `model.json`, which describes the weights beside it. */
export interface ModelDescription {
  /** Name of the published model, the form of its weights and the start of their digest. */
  readonly name: string;
  readonly bytes: number;
  readonly tensors: Readonly<Record<string, Tensor>>;
}

/** Folder of the built model, at the same place beside `src` and `dist`. */
export const MODEL_FOLDER: string = fileURLToPath(new URL('../sentence-model', import.meta.url));

export function readModelDescription(folder: string): ModelDescription {
  return JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')) as ModelDescription;
}

/** Reads the weights straight into their place, so that memory holds them once. */
export function readWeights(folder: string, target: Uint8Array): void {
  const file = openSync(join(folder, 'weights.bin'), 'r');
  try {
    let done = 0;
    while (done < target.length) {
      const read = readSync(file, target, done, target.length - done, done);
      if (read === 0) throw new Error(`weights.bin in ${folder} is too short: install it again`);
      done += read;
    }
  } finally {
    closeSync(file);
  }
}
