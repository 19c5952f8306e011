import type { JsonObject } from '#core';
import { listTextsWithKeys } from './read-json.ts';

const CHARACTERS_PER_TOKEN = 4;
/** Number of tokens counted for a file, whatever its size. */
const TOKENS_PER_FILE = 1000;
/** Minimum number of base64 characters of a text that counts as a file. */
const FILE_LENGTH = 256;
const BASE64 = /^(data:[^,]*,)?[A-Za-z0-9+/_-]+={0,2}$/;
const FILE_KEYS = new Set(['data', 'bytes', 'url', 'image_url', 'file_data']);

/**
 * Estimates the number of tokens of a request: one per four characters of text, and 1000 per file.
 */
export function estimateRequestTokens(body: JsonObject): number {
  let characters = 0;
  let files = 0;
  for (const { key, text } of listTextsWithKeys(body)) {
    if (FILE_KEYS.has(key) && text.length >= FILE_LENGTH && BASE64.test(text)) files += 1;
    else characters += text.length;
  }
  return Math.ceil(characters / CHARACTERS_PER_TOKEN) + files * TOKENS_PER_FILE;
}
