import type { ToolSchema } from '../message/message.ts';

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * Returns a short hash (FNV-1a, 32 bits) of a tool's definition. It shows whether a refused tool is
 * still the same; it is no protection against forgery.
 */
export function getToolDigest({ function: defined }: ToolSchema): string {
  const { name, description, parameters, strict } = defined;
  const text = JSON.stringify([name, description, parameters, strict]);
  let hash = OFFSET;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), PRIME) >>> 0;
  }
  return hash.toString(16).padStart(8, '0');
}
