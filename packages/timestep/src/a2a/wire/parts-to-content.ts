import {
  isJsonObject,
  type ApprovalDecision,
  type CallResult,
  type ContentPart,
  type JsonObject,
  type JsonValue,
  type TextPart,
} from '../../core/index.ts';
import { A2AError, invalidParams } from './a2a-error.ts';
import { approvalsIn } from './approvals.ts';
import { asObject, readObject, readString } from './read-fields.ts';
import { toolResultsIn } from './tool-calls.ts';

/** The parts of a client's message, sorted: content for the transcript, results, decisions. */
export interface PartsContent {
  readonly content: readonly ContentPart[];
  readonly results: readonly CallResult[];
  readonly approvals: readonly ApprovalDecision[];
}

export interface PartsOptions {
  /** Whether text that is the JSON of tool results counts as results; some clients send them so. */
  readonly resultsInText: boolean;
}

/** Reads the parts of a client's message; throws `A2AError` naming the wrong part. */
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
  const metadata = readObject(part, 'metadata', `${path}.metadata`);
  const filename = readString(part, 'filename', `${path}.filename`);
  const mediaType = readString(part, 'mediaType', `${path}.mediaType`);
  const remarks: Remarks = {
    ...(filename && { filename }),
    ...(mediaType && { media_type: mediaType }),
    ...(metadata && Object.keys(metadata).length > 0 && { metadata }),
  };
  switch (kind) {
    case 'text': {
      const text = textOf(part, kind, path);
      const results = resultsInText ? resultsInJson(text, path) : undefined;
      return results ? { results } : { part: { type: 'text', text, ...remarks } };
    }
    case 'data': {
      const data = part[kind] ?? null;
      const results = toolResultsIn(data, `${path}.data`);
      if (results) return { results };
      const approvals = approvalsIn(data, `${path}.data`);
      if (approvals) return { approvals };
      const isJson = (type: string) => type === 'application/json';
      return { part: { type: 'data', data, ...unlessTold(remarks, isJson) } };
    }
    case 'raw': {
      const raw = textOf(part, kind, path);
      if (!BASE64.test(raw)) throw invalidParams(`${path}.raw`, 'must be base64');
      const url = `data:${mediaType ?? 'application/octet-stream'};base64,${raw}`;
      return { part: attachment(url, remarks) };
    }
    case 'url': {
      const url = textOf(part, kind, path);
      if (!FETCHABLE.test(url)) {
        throw new A2AError(
          'content-type-not-supported',
          `${path}.url must be an http, https or data URL`,
        );
      }
      return { part: attachment(url, remarks) };
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

/** What a sender says about a part beside its content. */
type Remarks = Pick<TextPart, 'filename' | 'media_type' | 'metadata'>;

/** The remarks without a media type that the part already implies. */
function unlessTold({ media_type, ...rest }: Remarks, isTold: (type: string) => boolean): Remarks {
  return media_type === undefined || isTold(media_type) ? rest : { ...rest, media_type };
}

function attachment(url: string, remarks: Remarks): ContentPart {
  if (remarks.media_type?.startsWith('image/')) {
    const isTold = (type: string) =>
      type === 'image/*' || (!type.includes(';') && url.startsWith(`data:${type};base64,`));
    return { type: 'image_url', image_url: { url }, ...unlessTold(remarks, isTold) };
  }
  const { metadata, ...named } = remarks;
  return { type: 'file', file: { url, ...named }, ...(metadata && { metadata }) };
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
