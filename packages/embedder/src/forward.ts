import { loadSentenceModel, type Dense, type Model } from './load-model.ts';
import { FLOAT, HEADS, HEAD_SIZE, SIZE, WIDE } from './model-sizes.ts';
import {
  addRowsInPlace,
  applyGelu,
  normalizeRows,
  quantizeRows,
  applySoftmax,
} from './row-functions.ts';

/** Computes the vector of a text from its tokens. The vector has length 1. */
export type ForwardPass = (tokens: readonly number[]) => Float32Array;

/** Loads the sentence model in a folder and returns its forward pass, which must not be called concurrently. */
export function loadForwardPass(folder: string): ForwardPass {
  const model = loadSentenceModel(folder);
  const { memory, rooms, layers } = model;
  const view = (at: number, length: number): Float32Array =>
    new Float32Array(memory.buffer, at, length);
  return (tokens) => {
    const count = tokens.length;
    // The kernel multiplies four rows at once, so rows without a token fill the last group.
    const rows = Math.ceil(count / 4) * 4;
    const state = view(rooms.state, rows * SIZE);
    const added = view(rooms.query, rows * SIZE);
    writeTokenVectors(model, tokens, state);
    normalizeRows(state, model.afterWords);
    for (const layer of layers) {
      multiplyRows(model, rooms.state, rows, layer.query, rooms.query);
      multiplyRows(model, rooms.state, rows, layer.key, rooms.key);
      multiplyRows(model, rooms.state, rows, layer.value, rooms.value);
      computeAttention(model, count);
      multiplyRows(model, rooms.mixed, rows, layer.attended, rooms.query);
      addRowsInPlace(state, added);
      normalizeRows(state, layer.afterAttention);
      multiplyRows(model, rooms.state, rows, layer.widened, rooms.wide);
      applyGelu(view(rooms.wide, rows * WIDE));
      multiplyRows(model, rooms.wide, rows, layer.narrowed, rooms.query);
      addRowsInPlace(state, added);
      normalizeRows(state, layer.afterLayer);
    }
    return averageAndNormalizeRows(state.subarray(0, count * SIZE));
  };
}

/** Writes the sum of each token's vector and position vector; rows without a token become 0. */
function writeTokenVectors(
  { positions, types, readWord }: Model,
  tokens: readonly number[],
  state: Float32Array,
): void {
  for (const [place, token] of tokens.entries()) {
    const start = place * SIZE;
    readWord(token, state.subarray(start, start + SIZE));
    for (let at = 0; at < SIZE; at += 1)
      state[start + at] =
        (state[start + at] ?? 0) + (positions[start + at] ?? 0) + (types[at] ?? 0);
  }
  state.fill(0, tokens.length * SIZE);
}

/** Multiplies rows by a matrix. For int8 weights, the rows are converted to int16. */
function multiplyRows(
  { memory, kernel, rooms }: Model,
  input: number,
  rows: number,
  { weights, scales, bias }: Dense,
  out: number,
): void {
  const { at, width, rows: outputs } = weights;
  if (weights.kind === 'float32') {
    kernel.multiply_float32(input, rooms.scales, rows, at, scales, bias, outputs, width, out);
    return;
  }
  const length = rows * width;
  const small = new Int16Array(memory.buffer, rooms.small, length);
  const scalesOfRows = new Float32Array(memory.buffer, rooms.scales, rows);
  quantizeRows(new Float32Array(memory.buffer, input, length), width, small, scalesOfRows);
  kernel.multiply_int8(rooms.small, rooms.scales, rows, at, scales, bias, outputs, width, out);
}

function computeAttention({ memory, kernel, rooms }: Model, count: number): void {
  const stride = SIZE * FLOAT;
  const shares = new Float32Array(memory.buffer, rooms.shares, count * count);
  for (let head = 0; head < HEADS; head += 1) {
    const place = head * HEAD_SIZE * FLOAT;
    kernel.score(rooms.query + place, rooms.key + place, count, stride, rooms.shares);
    applySoftmax(shares, count, 1 / Math.sqrt(HEAD_SIZE));
    kernel.mix(rooms.shares, rooms.value + place, count, stride, rooms.mixed + place);
  }
}

/** Returns the mean of the rows, scaled to length 1. */
function averageAndNormalizeRows(rows: Float32Array): Float32Array {
  const mean = new Float32Array(SIZE);
  for (const [at, value] of rows.entries()) mean[at % SIZE] = (mean[at % SIZE] ?? 0) + value;
  const length = Math.hypot(...mean);
  return mean.map((value) => value / length);
}
