import { hash } from 'node:crypto';
import { getToolDefinition, toCanonicalJson, type JsonObject, type ToolSchema } from '#core';

/**
 * Returns the digest of a tool's definition, as `sha256:` and 64 hexadecimal digits. It covers the
 * server and its command line or address, and the tool's name, title, description, schemas and
 * hints, in any order of keys.
 */
export function digestTool(schema: ToolSchema): string {
  return digestText(toCanonicalJson(getToolDefinition(schema)));
}

/**
 * Returns the digest of a call. It covers the digest of the tool's definition and the arguments.
 */
export function digestCall(definition: string, args: JsonObject): string {
  return digestText(toCanonicalJson([definition, args]));
}

/** Returns the digest of a text, as `sha256:` and 64 hexadecimal digits. */
export function digestText(text: string): string {
  return `sha256:${hash('sha256', text)}`;
}
