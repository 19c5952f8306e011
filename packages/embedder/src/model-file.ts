import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Position of a tensor in the weights file: rows of `width` numbers, in bytes from the start. */
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

/** Folder of the built model. The relative path is the same from `src` and from `dist`. */
export const MODEL_FOLDER: string = fileURLToPath(new URL('../sentence-model', import.meta.url));

export function readModelDescription(folder: string): ModelDescription {
  return JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')) as ModelDescription;
}

/** Reads the weights directly into `target`, so that the process holds only one copy of them. */
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
