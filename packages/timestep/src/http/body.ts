import type { JsonValue } from '../core/index.ts';

/** 4 MiB, the limit that the protocols' own servers use. */
export const DEFAULT_BODY_LIMIT: number = 4 * 1024 * 1024;

/** Nesting deeper than this is refused before anything recursive meets it. */
const DEEPEST = 128;

export type JsonBody =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly status: 400 | 413; readonly message: string };

/** Reads a JSON body within bounds of size and depth. */
export async function readJson(
  request: Request,
  limit: number = DEFAULT_BODY_LIMIT,
): Promise<JsonBody> {
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > limit) return tooLarge(limit);
  const text = await readText(request, limit);
  if (text === undefined) return tooLarge(limit);
  if (isTooDeep(text)) {
    return {
      ok: false,
      status: 400,
      message: `the JSON body is nested deeper than ${DEEPEST} levels`,
    };
  }
  try {
    return { ok: true, value: JSON.parse(text) as JsonValue };
  } catch {
    return { ok: false, status: 400, message: 'the body is not valid JSON' };
  }
}

function tooLarge(limit: number): JsonBody {
  return { ok: false, status: 413, message: `the body is larger than ${limit} bytes` };
}

/** `undefined` when there is more than the limit, whatever the headers said. */
async function readText(request: Request, limit: number): Promise<string | undefined> {
  if (request.headers.has('content-length')) {
    const text = await request.text();
    return text.length > limit ? undefined : text;
  }
  if (request.body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as ReadableStream<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function isTooDeep(text: string): boolean {
  if (!hasMany(text, DEEPEST)) return false;
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === BACKSLASH) index += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === BRACKET || code === BRACE) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (code === BRACKET + 2 || code === BRACE + 2) depth -= 1;
  }
  return false;
}

const QUOTE = 0x22;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;

/** Whether there are enough opening brackets at all; most bodies have few, and are done with here. */
function hasMany(text: string, enough: number): boolean {
  let count = 0;
  for (const opening of ['{', '[']) {
    for (let at = text.indexOf(opening); at !== -1; at = text.indexOf(opening, at + 1)) {
      count += 1;
      if (count > enough) return true;
    }
  }
  return false;
}
