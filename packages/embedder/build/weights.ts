import type { ModelDescription, Tensor } from '../src/model-file.ts';

/** A published tensor: rows of numbers. A list of numbers is one row. */
export interface PublishedTensor {
  readonly name: string;
  readonly rows: number;
  readonly width: number;
  readonly numbers: Float32Array;
}

/** Tensors start at multiples of this number of bytes, as typed arrays of every kind require. */
const ALIGNMENT = 16;
const LARGEST_INT8 = 127;

/** Reads the tensors of a file in the format safetensors: a length, a JSON header, the numbers. */
export function readFloat32Safetensors(bytes: Buffer<ArrayBuffer>): PublishedTensor[] {
  const start = 8 + Number(bytes.readBigUInt64LE(0));
  const header = JSON.parse(bytes.toString('utf8', 8, start)) as Readonly<
    Record<string, { dtype: string; shape: readonly number[]; data_offsets: [number, number] }>
  >;
  return Object.entries(header).flatMap(([name, { dtype, shape, data_offsets }]) => {
    if (dtype !== 'F32') return [];
    const [from, to] = data_offsets;
    const [rows, width] = shape.length === 2 ? shape : [1, shape[0]];
    const numbers = new Float32Array(
      new Uint8Array(bytes.subarray(start + from, start + to)).buffer,
    );
    return [{ name, rows: rows ?? 0, width: width ?? 0, numbers }];
  });
}

/** Lays out the tensors in one file: matrices in int8 with a scale for each row, the rest in float32. */
export function packWeights(
  published: readonly PublishedTensor[],
  { isFloat, positions }: { readonly isFloat: boolean; readonly positions: number },
): { readonly weights: Uint8Array; readonly tensors: ModelDescription['tensors'] } {
  const parts: Uint8Array[] = [];
  const tensors: Record<string, Tensor> = {};
  let at = 0;
  const add = (name: string, kind: Tensor['kind'], tensor: PublishedTensor, bytes: Uint8Array) => {
    const { rows, width } = tensor;
    tensors[name] = { kind, rows, width, at };
    const padding = new Uint8Array((ALIGNMENT - (bytes.length % ALIGNMENT)) % ALIGNMENT);
    parts.push(bytes, padding);
    at += bytes.length + padding.length;
  };
  for (const tensor of published.filter(({ name }) => !name.startsWith('pooler.'))) {
    const { name } = tensor;
    if (name === 'embeddings.position_embeddings.weight') {
      const used = { ...tensor, rows: positions };
      add(name, 'float32', used, toBytes(tensor.numbers.subarray(0, positions * tensor.width)));
    } else if (isFloat || tensor.rows <= 2) {
      add(name, 'float32', tensor, toBytes(tensor.numbers));
    } else {
      const { small, scales } = quantizeTensor(tensor);
      add(name, 'int8', tensor, toBytes(small));
      const row = { ...tensor, rows: 1, width: tensor.rows };
      add(name.replace(/weight$/, 'scale'), 'float32', row, toBytes(scales));
    }
  }
  return { weights: Buffer.concat(parts), tensors };
}

function quantizeTensor({ rows, width, numbers }: PublishedTensor): {
  readonly small: Int8Array;
  readonly scales: Float32Array;
} {
  const small = new Int8Array(rows * width);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row += 1) {
    const of = numbers.subarray(row * width, (row + 1) * width);
    const scale = of.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / LARGEST_INT8;
    scales[row] = scale;
    for (const [at, value] of of.entries())
      small[row * width + at] = scale === 0 ? 0 : Math.round(value / scale);
  }
  return { small, scales };
}

function toBytes({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}
