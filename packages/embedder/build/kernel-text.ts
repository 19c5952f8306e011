/** Rows of the input that the kernel multiplies in one pass over a row of weights. */
const ROWS = [0, 1, 2, 3];
/** Rows of weights that the kernel multiplies in one pass over the input. */
const OUTPUTS = [0, 1];
const QUARTERS = [0, 1, 2, 3];
/** Number of vectors of four numbers in one head of the attention. */
const HEAD_VECTORS = [0, 1, 2, 3, 4, 5, 6, 7];

/** Type of the numbers as which the kernel reads the weights: `int8` or `float32`. */
type Kind = 'int8' | 'float32';

/** Returns the matrix products as WebAssembly text. All addresses and strides count bytes. */
export function formatWebAssemblyKernel(): string {
  return `(module
  (import "env" "memory" (memory 1))
  ${formatMultiplyFunction('int8')}
  ${formatMultiplyFunction('float32')}
  ${formatAttentionScores()}
  ${formatAttentionOutput()}
)`;
}

/** Output = input × weights, transposed, × scales + bias; `$rows` is a multiple of 4, `$outputs` of 2. */
function formatMultiplyFunction(kind: Kind): string {
  const sum = (row: number, output: number): string => `$s${row}${output}`;
  const sums = ROWS.flatMap((row) => OUTPUTS.map((output) => sum(row, output)));
  const isSmall = kind === 'int8';
  const inputSize = isSmall ? 2 : 4;
  return `(func (export "multiply_${kind}")
    (param $input i32) (param $scales i32) (param $rows i32) (param $weights i32)
    (param $weight_scales i32) (param $bias i32) (param $outputs i32) (param $width i32) (param $out i32)
    (local $n i32) (local $t i32) (local $k i32) (local $x i32) (local $w i32) (local $o i32)
    (local $row i32) (local $v v128) ${sums.map((name) => `(local ${name} v128)`).join(' ')}
    ${OUTPUTS.map((output) => `(local $l${output} v128) (local $h${output} v128)`).join(' ')}
    (local.set $row (i32.mul (local.get $width) (i32.const ${inputSize})))
    (local.set $n (i32.const 0))
    (loop $each_output
      (local.set $t (i32.const 0))
      (loop $each_row
        ${sums.map((name) => `(local.set ${name} (v128.const i32x4 0 0 0 0))`).join('\n        ')}
        (local.set $x (i32.add (local.get $input) (i32.mul (local.get $t) (local.get $row))))
        (local.set $w (i32.add (local.get $weights)
          (i32.mul (local.get $n) (i32.mul (local.get $width) (i32.const ${isSmall ? 1 : 4})))))
        (local.set $k (local.get $width))
        (loop $each_part
          ${isSmall ? formatInt8Steps(sum) : formatFloatSteps(sum)}
          (br_if $each_part (i32.gt_s (local.get $k) (i32.const 0))))
        (local.set $o (i32.add (local.get $out) (i32.mul (i32.const 4)
          (i32.add (i32.mul (local.get $t) (local.get $outputs)) (local.get $n)))))
        ${ROWS.map((row) =>
          OUTPUTS.map((output) => formatStoreInstruction(kind, row, output, sum(row, output))).join(
            '\n        ',
          ),
        ).join(`
        (local.set $o (i32.add (local.get $o) (i32.mul (i32.const 4) (local.get $outputs))))
        `)}
        (br_if $each_row (i32.lt_s (local.tee $t (i32.add (local.get $t) (i32.const ${ROWS.length}))) (local.get $rows))))
      (br_if $each_output (i32.lt_s (local.tee $n (i32.add (local.get $n) (i32.const ${OUTPUTS.length}))) (local.get $outputs))))
  )`;
}

/** Multiplies 16 int16 inputs by int8 weights. Sums fit into 32 bits up to a width of 2,048. */
function formatInt8Steps(sum: (row: number, output: number) => string): string {
  const weights = OUTPUTS.map(
    (output) => `(local.set $v (v128.load ${formatAddress('$w', '$width', output)}))
          (local.set $l${output} (i16x8.extend_low_i8x16_s (local.get $v)))
          (local.set $h${output} (i16x8.extend_high_i8x16_s (local.get $v)))`,
  );
  const products = ROWS.flatMap((row) =>
    (['l', 'h'] as const).flatMap((half) => [
      `(local.set $v (v128.load offset=${half === 'l' ? 0 : 16} ${formatAddress('$x', '$row', row)}))`,
      ...OUTPUTS.map(
        (output) => `(local.set ${sum(row, output)} (i32x4.add (local.get ${sum(row, output)})
            (i32x4.dot_i16x8_s (local.get $v) (local.get $${half}${output}))))`,
      ),
    ]),
  );
  return formatWebAssemblyLoopStep([...weights, ...products], {
    input: 32,
    weights: 16,
    numbers: 16,
  });
}

function formatFloatSteps(sum: (row: number, output: number) => string): string {
  const weights = OUTPUTS.map(
    (output) => `(local.set $l${output} (v128.load ${formatAddress('$w', '$row', output)}))`,
  );
  const products = ROWS.flatMap((row) => [
    `(local.set $v (v128.load ${formatAddress('$x', '$row', row)}))`,
    ...OUTPUTS.map(
      (output) => `(local.set ${sum(row, output)} (f32x4.add (local.get ${sum(row, output)})
            (f32x4.mul (local.get $v) (local.get $l${output}))))`,
    ),
  ]);
  return formatWebAssemblyLoopStep([...weights, ...products], {
    input: 16,
    weights: 16,
    numbers: 4,
  });
}

/**
 * Formats WebAssembly for one step of the loop over the vector width; `step` says by how much it moves each
 * address.
 */
function formatWebAssemblyLoopStep(
  lines: readonly string[],
  step: { readonly input: number; readonly weights: number; readonly numbers: number },
): string {
  return [
    ...lines,
    `(local.set $x (i32.add (local.get $x) (i32.const ${step.input})))`,
    `(local.set $w (i32.add (local.get $w) (i32.const ${step.weights})))`,
    `(local.set $k (i32.sub (local.get $k) (i32.const ${step.numbers})))`,
  ].join('\n          ');
}

/** Formats the address `base + times × stride` as WebAssembly text. */
function formatAddress(base: string, stride: string, times: number): string {
  if (times === 0) return `(local.get ${base})`;
  return `(i32.add (local.get ${base}) (i32.mul (local.get ${stride}) (i32.const ${times})))`;
}

function formatStoreInstruction(kind: Kind, row: number, output: number, sum: string): string {
  const lane = kind === 'int8' ? 'i32x4.extract_lane' : 'f32x4.extract_lane';
  const add = kind === 'int8' ? 'i32.add' : 'f32.add';
  const [a, b, c, d] = QUARTERS.map((quarter) => `(${lane} ${quarter} (local.get ${sum}))`);
  const total = `(${add} (${add} ${a} ${b}) (${add} ${c} ${d}))`;
  const scaled =
    kind === 'int8'
      ? `(f32.mul (f32.convert_i32_s ${total})
          (f32.mul (f32.load offset=${4 * row} (i32.add (local.get $scales) (i32.shl (local.get $t) (i32.const 2))))
            (f32.load offset=${4 * output} (i32.add (local.get $weight_scales) (i32.shl (local.get $n) (i32.const 2))))))`
      : total;
  return `(f32.store offset=${4 * output} (local.get $o) (f32.add ${scaled}
          (f32.load offset=${4 * output} (i32.add (local.get $bias) (i32.shl (local.get $n) (i32.const 2))))))`;
}

/** Formats the function that scores one attention head: the product of each query with each key. */
function formatAttentionScores(): string {
  const products = HEAD_VECTORS.map(
    (at) =>
      `(f32x4.mul (v128.load offset=${16 * at} (local.get $q)) (v128.load offset=${16 * at} (local.get $k)))`,
  );
  const total = products.reduce((one, other) => `(f32x4.add ${one}\n            ${other})`);
  return `(func (export "score")
    (param $queries i32) (param $keys i32) (param $rows i32) (param $stride i32) (param $out i32)
    (local $i i32) (local $j i32) (local $q i32) (local $k i32) (local $v v128)
    (local.set $q (local.get $queries))
    (loop $each_query
      (local.set $j (i32.const 0))
      (local.set $k (local.get $keys))
      (loop $each_key
        (local.set $v ${total})
        (f32.store (local.get $out) (f32.add
          (f32.add (f32x4.extract_lane 0 (local.get $v)) (f32x4.extract_lane 1 (local.get $v)))
          (f32.add (f32x4.extract_lane 2 (local.get $v)) (f32x4.extract_lane 3 (local.get $v)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $k (i32.add (local.get $k) (local.get $stride)))
        (br_if $each_key (i32.lt_s (local.tee $j (i32.add (local.get $j) (i32.const 1))) (local.get $rows))))
      (local.set $q (i32.add (local.get $q) (local.get $stride)))
      (br_if $each_query (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $rows))))
  )`;
}

/** Formats the function that outputs one attention head: each row is the sum of values by their shares. */
function formatAttentionOutput(): string {
  const lines = (write: (at: number) => string): string =>
    HEAD_VECTORS.map(write).join('\n        ');
  return `(func (export "mix")
    (param $shares i32) (param $values i32) (param $rows i32) (param $stride i32) (param $out i32)
    (local $i i32) (local $j i32) (local $w i32) (local $p v128) ${HEAD_VECTORS.map((at) => `(local $a${at} v128)`).join(' ')}
    (loop $each_row
      (local.set $j (i32.const 0))
      (local.set $w (local.get $values))
      ${lines((at) => `(local.set $a${at} (v128.const i32x4 0 0 0 0))`)}
      (loop $each_value
        (local.set $p (v128.load32_splat (local.get $shares)))
        (local.set $shares (i32.add (local.get $shares) (i32.const 4)))
        ${lines((at) => `(local.set $a${at} (f32x4.add (local.get $a${at}) (f32x4.mul (local.get $p) (v128.load offset=${16 * at} (local.get $w)))))`)}
        (local.set $w (i32.add (local.get $w) (local.get $stride)))
        (br_if $each_value (i32.lt_s (local.tee $j (i32.add (local.get $j) (i32.const 1))) (local.get $rows))))
      ${lines((at) => `(v128.store offset=${16 * at} (local.get $out) (local.get $a${at}))`)}
      (local.set $out (i32.add (local.get $out) (local.get $stride)))
      (br_if $each_row (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $rows))))
  )`;
}
