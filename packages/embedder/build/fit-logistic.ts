/** A fitted model: the probability of an example is logistic in the sum of weight × value, and bias. */
export interface Fit {
  readonly weights: readonly number[];
  readonly bias: number;
  readonly computeProbability: (values: readonly number[]) => number;
}

export interface Example {
  readonly values: readonly number[];
  readonly isRight: boolean;
}

const STEPS = 30;
/** Regularization of each example: how much large weights cost. */
const PENALTY = 1e-6;

/**
 * Fits a logistic regression by Newton's method, which needs only a few steps if there are few input values.
 */
export function fitLogistic(examples: readonly Example[]): Fit {
  const size = examples[0]?.values.length ?? 0;
  let weights: readonly number[] = Array.from({ length: size + 1 }, () => 0);
  for (let step = 0; step < STEPS; step += 1) {
    const change = solveEquations(buildNewtonEquations(examples, weights));
    weights = weights.map((weight, at) => weight - (change[at] ?? 0));
  }
  const fitted = weights;
  return {
    weights: fitted.slice(0, size),
    bias: fitted[size] ?? 0,
    computeProbability: (values) => computeLogistic(fitted, values),
  };
}

/**
 * Builds the equations of a Newton step: for each weight, a row with the second derivatives of the loss,
 * and its first derivative in the last column.
 */
function buildNewtonEquations(
  examples: readonly Example[],
  weights: readonly number[],
): number[][] {
  const size = weights.length;
  const rows = weights.map(() => Array.from({ length: size + 1 }, () => 0));
  for (const { values, isRight } of examples) {
    const probability = computeLogistic(weights, values);
    const error = probability - (isRight ? 1 : 0);
    const spread = probability * (1 - probability);
    const all = [...values, 1];
    for (const [at, row] of rows.entries()) {
      const value = all[at] ?? 0;
      for (const [other, factor] of all.entries())
        row[other] = (row[other] ?? 0) + spread * value * factor;
      row[size] = (row[size] ?? 0) + error * value;
    }
  }
  for (const [at, row] of rows.slice(0, -1).entries()) {
    row[at] = (row[at] ?? 0) + PENALTY * examples.length;
    row[size] = (row[size] ?? 0) + PENALTY * examples.length * (weights[at] ?? 0);
  }
  return rows;
}

function computeLogistic(weights: readonly number[], values: readonly number[]): number {
  const sum = [...values, 1].reduce((total, value, at) => total + value * (weights[at] ?? 0), 0);
  return 1 / (1 + Math.exp(-sum));
}

/** Solves linear equations whose right side is the last column; the rows are positive definite. */
function solveEquations(rows: number[][]): number[] {
  for (const [at, row] of rows.entries()) {
    const pivot = row[at] ?? 1;
    for (const [other, line] of rows.entries()) {
      if (other === at) continue;
      const factor = (line[at] ?? 0) / pivot;
      for (const [column, value] of row.entries())
        line[column] = (line[column] ?? 0) - factor * value;
    }
  }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 1));
}
