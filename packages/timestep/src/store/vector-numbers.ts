const BYTES = Float32Array.BYTES_PER_ELEMENT;

/** The numbers of a vector as text: the same on every machine. */
export function textOfVector(vector: Float32Array): string {
  const bytes = new DataView(new ArrayBuffer(vector.length * BYTES));
  for (const [at, number] of vector.entries()) bytes.setFloat32(at * BYTES, number, true);
  return Buffer.from(bytes.buffer).toString('base64');
}

/** The vector that `textOfVector` wrote. */
export function vectorOfText(text: string): Float32Array {
  const { buffer, byteOffset, byteLength } = Buffer.from(text, 'base64');
  const bytes = new DataView(buffer, byteOffset, byteLength);
  return Float32Array.from({ length: Math.floor(byteLength / BYTES) }, (_, at) =>
    bytes.getFloat32(at * BYTES, true),
  );
}
