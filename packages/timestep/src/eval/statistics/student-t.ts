/** Calculates the quantile of Student's t for probability `p`, by bisection. */
export function calculateStudentQuantile(p: number, df: number): number {
  if (p < 0.5) return -calculateStudentQuantile(1 - p, df);
  let low = 0;
  let high = 1;
  while (calculateStudentProbability(high, df) < p && high < 1e9) high *= 2;
  for (let i = 0; i < 200; i += 1) {
    const middle = (low + high) / 2;
    if (calculateStudentProbability(middle, df) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Calculates the probability that a Student t variable is below `t`, for `t` ≥ 0. */
export function calculateStudentProbability(t: number, df: number): number {
  return 1 - calculateIncompleteBeta(df / (df + t * t), df / 2, 0.5) / 2;
}

/** Calculates the regularized incomplete beta function by its continued fraction (Lentz). */
function calculateIncompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(
    calculateLogGamma(a + b) -
      calculateLogGamma(a) -
      calculateLogGamma(b) +
      a * Math.log(x) +
      b * Math.log(1 - x),
  );
  return x < (a + 1) / (a + b + 2)
    ? (front * calculateBetaContinuedFraction(x, a, b)) / a
    : 1 - (front * calculateBetaContinuedFraction(1 - x, b, a)) / b;
}

function calculateBetaContinuedFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const atLeast = (value: number): number => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / atLeast(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 300; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / atLeast(1 + even * d);
    c = atLeast(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / atLeast(1 + odd * d);
    c = atLeast(1 + odd / c);
    const step = d * c;
    fraction *= step;
    if (Math.abs(step - 1) < 1e-15) break;
  }
  return fraction;
}

/** Calculates the logarithm of the gamma function by Lanczos' approximation with g = 7. */
function calculateLogGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - calculateLogGamma(1 - x);
  const shifted = x - 1;
  let sum = 0.999_999_999_999_809_9;
  LANCZOS.forEach((coefficient, index) => {
    sum += coefficient / (shifted + index + 1);
  });
  const t = shifted + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(sum);
}

const LANCZOS = [
  676.520_368_121_885_1, -1259.139_216_722_402_8, 771.323_428_777_653_1, -176.615_029_162_140_6,
  12.507_343_278_686_905, -0.138_571_095_265_720_12, 9.984_369_578_019_572e-6,
  1.505_632_735_149_311_6e-7,
];
