import type { JsonObject } from '#core';

/** A request that a provider refuses: the rule that it breaks, and what the error body contains. */
export interface RefusalCase {
  readonly rule: string;
  readonly name: string;
  readonly body: JsonObject;
  /** Part of the error body, as JSON. */
  readonly says: RegExp;
  readonly status?: number;
  readonly window?: number;
}

/** Creates an array schema of strings, nested in objects. */
export function createNested(depth: number): JsonObject {
  const inner = depth === 0 ? { type: 'string' } : createNested(depth - 1);
  return { type: 'object', properties: { a: inner }, required: ['a'], additionalProperties: false };
}

/** Returns the beginning of a PNG image with the given width, in base64. */
export function createPng(width: number): string {
  const head = Buffer.alloc(33);
  head.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
  head.write('IHDR', 12, 'latin1');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(1, 20);
  return head.toString('base64');
}

/** Creates a list of `length` values. */
export function repeat<Value>(length: number, create: (at: number) => Value): Value[] {
  return Array.from({ length }, (_value, at) => create(at));
}
