import {
  isJsonObject,
  type ApprovalDecision,
  type CallResult,
  type ContentPart,
  type JsonObject,
  type JsonValue,
} from '../../core/index.ts';
import { A2AError, invalidParams } from './a2a-error.ts';
import { approvalsIn } from './approvals.ts';
import { asObject, readObject, readString } from './read-fields.ts';
import { toolResultsIn } from './tool-calls.ts';

/** What the parts of a client's message come to: content for the transcript, results, decisions. */
export interface PartsContent {
  readonly content: readonly ContentPart[];
  readonly results: readonly CallResult[];
  readonly approvals: readonly ApprovalDecision[];
}

export interface PartsOptions {
  /** Whether text that is the JSON of tool results is taken as such, as some clients send it. */
  readonly resultsInText: boolean;
}

/** Reads the parts of a client's message; throws `A2AError` naming the part at fault. */
export function partsToContent(
  parts: JsonValue | undefined,
  path: string,
  options: PartsOptions,
): PartsContent {
  if (!Array.isArray(parts)) throw invalidParams(path, 'must be an array of parts');
  if (parts.length === 0) throw invalidParams(path, 'must hold at least one part');
  const content: ContentPart[] = [];
  const results: CallResult[] = [];
  const approvals: ApprovalDecision[] = [];
  parts.forEach((given: JsonValue, index) => {
    const at = `${path}[${index}]`;
    const read = readPart(asObject(given, at), at, options);
    if (read.part) content.push(read.part);
    if (read.results) results.push(...read.results);
    if (read.approvals) approvals.push(...read.approvals);
  });
  return { content, results, approvals };
}

const CONTENTS = ['text', 'raw', 'url', 'data'] as const;

interface ReadPart {
  readonly part?: ContentPart;
  readonly results?: readonly CallResult[];
  readonly approvals?: readonly ApprovalDecision[];
}

function readPart(part: JsonObject, path: string, { resultsInText }: PartsOptions): ReadPart {
  const kinds = CONTENTS.filter((key) => key in part && (key === 'data' || part[key] !== null));
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    throw invalidParams(path, 'must hold exactly one of text, raw, url and data');
  }
  readObject(part, 'metadata', `${path}.metadata`);
  const filename = readString(part, 'filename', `${path}.filename`);
  const mediaType = readString(part, 'mediaType', `${path}.mediaType`);
  switch (kind) {
    case 'text': {
      const text = textOf(part, kind, path);
      const results = resultsInText ? resultsInJson(text, path) : undefined;
      return results ? { results } : { part: { type: 'text', text } };
    }
    case 'data': {
      const data = part[kind] ?? null;
      const results = toolResultsIn(data, `${path}.data`);
      if (results) return { results };
      const approvals = approvalsIn(data, `${path}.data`);
      return approvals ? { approvals } : { part: { type: 'data', data } };
    }
    case 'raw': {
      const raw = textOf(part, kind, path);
      if (!BASE64.test(raw)) throw invalidParams(`${path}.raw`, 'must be base64');
      const url = `data:${mediaType ?? 'application/octet-stream'};base64,${raw}`;
      return { part: attachment(url, mediaType, filename) };
    }
    case 'url': {
      const url = textOf(part, kind, path);
      if (!FETCHABLE.test(url)) {
        throw new A2AError(
          'content-type-not-supported',
          `${path}.url must be an http, https or data URL`,
        );
      }
      return { part: attachment(url, mediaType, filename) };
    }
  }
}

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;
const FETCHABLE = /^(https?:\/\/|data:)/i;

function textOf(part: JsonObject, key: string, path: string): string {
  const value = part[key];
  if (typeof value !== 'string') throw invalidParams(`${path}.${key}`, 'must be a string');
  return value;
}

function attachment(url: string, mediaType?: string, filename?: string): ContentPart {
  if (mediaType?.startsWith('image/')) return { type: 'image_url', image_url: { url } };
  return {
    type: 'file',
    file: {
      url,
      ...(filename !== undefined && { filename }),
      ...(mediaType !== undefined && { media_type: mediaType }),
    },
  };
}

function resultsInJson(text: string, path: string): readonly CallResult[] | undefined {
  if (!text.includes('"tool_results"')) return undefined;
  try {
    const value = JSON.parse(text) as JsonValue;
    return isJsonObject(value) ? toolResultsIn(value, path) : undefined;
  } catch (thrown) {
    if (thrown instanceof A2AError) throw thrown;
    return undefined;
  }
}
