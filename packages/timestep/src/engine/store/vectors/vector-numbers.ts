const BYTES = Float32Array.BYTES_PER_ELEMENT;

/** Encodes a vector as base64 of little-endian floats, which is the same text on every machine. */
export function vectorToText(vector: Float32Array): string {
  const bytes = new DataView(new ArrayBuffer(vector.length * BYTES));
  for (const [at, number] of vector.entries()) bytes.setFloat32(at * BYTES, number, true);
  return Buffer.from(bytes.buffer).toString('base64');
}

export function textToVector(text: string): Float32Array {
  const { buffer, byteOffset, byteLength } = Buffer.from(text, 'base64');
  const bytes = new DataView(buffer, byteOffset, byteLength);
  return Float32Array.from({ length: Math.floor(byteLength / BYTES) }, (_, at) =>
    bytes.getFloat32(at * BYTES, true),
  );
}
