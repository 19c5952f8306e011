import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModelDescription, readWeights, type Tensor } from './model-file.ts';
import { FLOAT, LAYERS, MOST_TOKENS, SIZE, WIDE } from './model-sizes.ts';
import type { Norm } from './row-functions.ts';

/** The products of matrices in WebAssembly, over addresses of the shared memory. */
interface Kernel {
  readonly multiply_int8: (...numbers: readonly number[]) => void;
  readonly multiply_float32: (...numbers: readonly number[]) => void;
  readonly score: (...numbers: readonly number[]) => void;
  readonly mix: (...numbers: readonly number[]) => void;
}

/** A weight matrix. Each row has a bias and, if the weights are int8, a scale. */
export interface Dense {
  readonly weights: Tensor;
  readonly scales: number;
  readonly bias: number;
}

/** Weights of one transformer layer of the sentence model. */
interface Layer {
  readonly query: Dense;
  readonly key: Dense;
  readonly value: Dense;
  readonly attended: Dense;
  readonly afterAttention: Norm;
  readonly widened: Dense;
  readonly narrowed: Dense;
  readonly afterLayer: Norm;
}

/** The loaded model: its weights, and the addresses of buffers that are large enough for the longest text. */
export interface Model {
  readonly memory: WebAssembly.Memory;
  readonly kernel: Kernel;
  readonly rooms: Readonly<Record<Room, number>>;
  readonly layers: readonly Layer[];
  readonly afterWords: Norm;
  readonly positions: Float32Array;
  readonly types: Float32Array;
  /** Writes the vector of a vocabulary token into a row. */
  readonly readWord: (token: number, row: Float32Array) => void;
}

const PAGE = 65_536;

/** Loads the weights and the compiled code of the sentence model in a folder into memory. */
export function loadSentenceModel(folder: string): Model {
  const { bytes, tensors } = readModelDescription(folder);
  const memory = new WebAssembly.Memory({
    initial: Math.ceil((bytes + countBufferBytes()) / PAGE),
  });
  readWeights(folder, new Uint8Array(memory.buffer, 0, bytes));
  const compiled = new WebAssembly.Module(readFileSync(join(folder, 'kernel.wasm')));
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
  const find = (name: string): Tensor => {
    const tensor = tensors[name];
    if (!tensor) throw new Error(`the model in ${folder} lacks ${name}: build it again`);
    return tensor;
  };
  const floats = (name: string): Float32Array => {
    const { at, rows, width } = find(name);
    return new Float32Array(memory.buffer, at, rows * width);
  };
  const dense = (name: string): Dense => ({
    weights: find(`${name}.weight`),
    scales: tensors[`${name}.scale`]?.at ?? 0,
    bias: find(`${name}.bias`).at,
  });
  const norm = (name: string): Norm => ({
    weight: floats(`${name}.weight`),
    bias: floats(`${name}.bias`),
  });
  const layers = Array.from({ length: LAYERS }, (_, layer): Layer => {
    const name = `encoder.layer.${layer}`;
    return {
      query: dense(`${name}.attention.self.query`),
      key: dense(`${name}.attention.self.key`),
      value: dense(`${name}.attention.self.value`),
      attended: dense(`${name}.attention.output.dense`),
      afterAttention: norm(`${name}.attention.output.LayerNorm`),
      widened: dense(`${name}.intermediate.dense`),
      narrowed: dense(`${name}.output.dense`),
      afterLayer: norm(`${name}.output.LayerNorm`),
    };
  });
  return {
    memory,
    kernel: exports as unknown as Kernel,
    rooms: assignBufferAddresses(Math.ceil(bytes / 16) * 16),
    layers,
    afterWords: norm('embeddings.LayerNorm'),
    positions: floats('embeddings.position_embeddings.weight'),
    types: floats('embeddings.token_type_embeddings.weight'),
    readWord: createWordReader(memory, tensors, find('embeddings.word_embeddings.weight')),
  };
}

function createWordReader(
  memory: WebAssembly.Memory,
  tensors: Readonly<Record<string, Tensor>>,
  words: Tensor,
): (token: number, row: Float32Array) => void {
  const length = words.rows * words.width;
  if (words.kind === 'float32') {
    const all = new Float32Array(memory.buffer, words.at, length);
    return (token, row) => row.set(all.subarray(token * SIZE, (token + 1) * SIZE));
  }
  const all = new Int8Array(memory.buffer, words.at, length);
  const at = tensors['embeddings.word_embeddings.scale']?.at ?? 0;
  const scales = new Float32Array(memory.buffer, at, words.rows);
  return (token, row) => {
    const scale = scales[token] ?? 0;
    for (let place = 0; place < SIZE; place += 1)
      row[place] = (all[token * SIZE + place] ?? 0) * scale;
  };
}

/** Name of a buffer for intermediate results of the model. */
type Room = 'state' | 'query' | 'key' | 'value' | 'mixed' | 'wide' | 'small' | 'shares' | 'scales';

/** Sizes of the buffers of the sentence model in bytes, for a text of maximum length. */
const ROOMS: Readonly<Record<Room, number>> = {
  state: MOST_TOKENS * SIZE * FLOAT,
  query: MOST_TOKENS * SIZE * FLOAT,
  key: MOST_TOKENS * SIZE * FLOAT,
  value: MOST_TOKENS * SIZE * FLOAT,
  mixed: MOST_TOKENS * SIZE * FLOAT,
  wide: MOST_TOKENS * WIDE * FLOAT,
  small: MOST_TOKENS * WIDE * 2,
  shares: MOST_TOKENS * MOST_TOKENS * FLOAT,
  scales: MOST_TOKENS * FLOAT,
};

function countBufferBytes(): number {
  return Object.values(ROOMS).reduce((sum, bytes) => sum + bytes, 16);
}

function assignBufferAddresses(start: number): Readonly<Record<Room, number>> {
  let at = start;
  const places = Object.entries(ROOMS).map(([name, bytes]) => {
    at += bytes;
    return [name, at - bytes] as const;
  });
  return Object.fromEntries(places) as Record<Room, number>;
}
