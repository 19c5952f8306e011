/** Weights and biases of a layer normalization, one for each number of a row. */
export interface Norm {
  readonly weight: Float32Array;
  readonly bias: Float32Array;
}

const LARGEST_INT16 = 32_767;

/** Small number that avoids a division by zero. The model was trained with the same number. */
const EPSILON = 1e-12;

/** Scales each row by its largest number to int16, and writes the scale of each row. */
export function quantizeRows(
  rows: Float32Array,
  width: number,
  small: Int16Array,
  scales: Float32Array,
): void {
  for (let row = 0; row < scales.length; row += 1) {
    const [from, to] = [row * width, (row + 1) * width];
    let largest = 0;
    for (let at = from; at < to; at += 1) largest = Math.max(largest, Math.abs(rows[at] ?? 0));
    const factor = largest === 0 ? 0 : LARGEST_INT16 / largest;
    for (let at = from; at < to; at += 1) small[at] = Math.round((rows[at] ?? 0) * factor);
    scales[row] = largest / LARGEST_INT16;
  }
}

/** Normalizes each row to mean 0 and variance 1, then applies the weights of the model. */
export function normalizeRows(rows: Float32Array, { weight, bias }: Norm): void {
  const width = weight.length;
  for (let from = 0; from < rows.length; from += width) {
    let sum = 0;
    for (let at = 0; at < width; at += 1) sum += rows[from + at] ?? 0;
    const mean = sum / width;
    let squares = 0;
    for (let at = 0; at < width; at += 1) squares += ((rows[from + at] ?? 0) - mean) ** 2;
    const factor = 1 / Math.sqrt(squares / width + EPSILON);
    for (let at = 0; at < width; at += 1)
      rows[from + at] =
        ((rows[from + at] ?? 0) - mean) * factor * (weight[at] ?? 0) + (bias[at] ?? 0);
  }
}

export function addRowsInPlace(rows: Float32Array, added: Float32Array): void {
  for (let at = 0; at < rows.length; at += 1) rows[at] = (rows[at] ?? 0) + (added[at] ?? 0);
}

/** Turns the scores of each row into shares that sum to 1 (softmax). */
export function applySoftmax(scores: Float32Array, width: number, factor: number): void {
  for (let from = 0; from < scores.length; from += width) {
    let most = Number.NEGATIVE_INFINITY;
    for (let at = from; at < from + width; at += 1) most = Math.max(most, scores[at] ?? 0);
    let sum = 0;
    for (let at = from; at < from + width; at += 1) {
      const share = Math.exp(((scores[at] ?? 0) - most) * factor);
      scores[at] = share;
      sum += share;
    }
    for (let at = from; at < from + width; at += 1) scores[at] = (scores[at] ?? 0) / sum;
  }
}

/** Applies GELU in place, with the error function of Abramowitz and Stegun 7.1.26, exact to 1.5e-7. */
export function applyGelu(values: Float32Array): void {
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    const x = Math.abs(value) * Math.SQRT1_2;
    const t = 1 / (1 + 0.327_591_1 * x);
    const series =
      ((((1.061_405_429 * t - 1.453_152_027) * t + 1.421_413_741) * t - 0.284_496_736) * t +
        0.254_829_592) *
      t;
    const error = 1 - series * Math.exp(-x * x);
    values[at] = 0.5 * value * (1 + (value < 0 ? -error : error));
  }
}
