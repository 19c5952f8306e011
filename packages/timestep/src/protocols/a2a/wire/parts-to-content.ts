import {
  omitUndefined,
  parseJson,
  readObject,
  readObjects,
  readText,
  reportField,
  reportFieldType,
  type ApprovalDecision,
  type CallResult,
  type ContentPart,
  type Fields,
  type TextPart,
} from '#core';
import { A2AError, createInvalidParamsError } from './a2a-error.ts';
import { parseApprovals } from './approval-parts.ts';
import { parseToolResults } from './tool-calls.ts';

export interface PartsContent {
  readonly content: readonly ContentPart[];
  readonly results: readonly CallResult[];
  readonly approvals: readonly ApprovalDecision[];
}

/**
 * Converts the A2A parts of a message or artifact to content. With `resultsInText`, text can be JSON with tool
 * results. Throws `A2AError`.
 */
export function partsToContent(
  source: Fields,
  { resultsInText = false }: { readonly resultsInText?: boolean } = {},
): PartsContent {
  const { parts } = source.object;
  if (!Array.isArray(parts)) reportField(source, 'parts', 'must be an array of parts');
  else if (parts.length === 0) reportField(source, 'parts', 'must contain at least one part');
  const content: ContentPart[] = [];
  const results: CallResult[] = [];
  const approvals: ApprovalDecision[] = [];
  for (const part of readObjects(source, 'parts') ?? []) {
    const read = parseWirePart(part, resultsInText);
    if (read.part) content.push(read.part);
    if (read.results) results.push(...read.results);
    if (read.approvals) approvals.push(...read.approvals);
  }
  return { content, results, approvals };
}

const CONTENTS = ['text', 'raw', 'url', 'data'] as const;

type ParsedPart = Partial<Omit<PartsContent, 'content'>> & { readonly part?: ContentPart };

function parseWirePart(part: Fields, resultsInText: boolean): ParsedPart {
  const { object, path } = part;
  const kinds = CONTENTS.filter((key) => key in object && (key === 'data' || object[key] !== null));
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    throw createInvalidParamsError(path, 'must contain exactly one of text, raw, url and data');
  }
  const metadata = readObject(part, 'metadata')?.object;
  const filename = readText(part, 'filename');
  const mediaType = readText(part, 'mediaType');
  const isDescribed = metadata && Object.keys(metadata).length > 0;
  const details: PartDetails = omitUndefined({
    filename,
    media_type: mediaType,
    metadata: isDescribed ? metadata : undefined,
  });
  switch (kind) {
    case 'text': {
      const text = requirePossiblyEmptyString(part, kind);
      const results = resultsInText ? parseResultsText(text, path) : undefined;
      return results ? { results } : { part: { type: 'text', text, ...details } };
    }
    case 'data': {
      const data = object[kind] ?? null;
      const results = parseToolResults(data, `${path}.data`);
      if (results) return { results };
      const approvals = parseApprovals(data, `${path}.data`);
      if (approvals) return { approvals };
      const isJson = (type: string) => type === 'application/json';
      return { part: { type: 'data', data, ...omitImpliedMediaType(details, isJson) } };
    }
    case 'raw': {
      const raw = requirePossiblyEmptyString(part, kind);
      if (!BASE64.test(raw)) throw createInvalidParamsError(`${path}.raw`, 'must be base64');
      const url = `data:${mediaType ?? 'application/octet-stream'};base64,${raw}`;
      return { part: createAttachment(url, details) };
    }
    case 'url': {
      const url = requirePossiblyEmptyString(part, kind);
      if (!FETCHABLE.test(url)) {
        throw new A2AError(
          'content-type-not-supported',
          `${path}.url must be an http, https or data URL`,
        );
      }
      return { part: createAttachment(url, details) };
    }
  }
}

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;
const FETCHABLE = /^(https?:\/\/|data:)/i;

/** Reads the text of a part, which may be empty. */
function requirePossiblyEmptyString(part: Fields, name: string): string {
  const value = part.object[name];
  return typeof value === 'string' ? value : (reportFieldType(part, name, 'a string') ?? '');
}

type PartDetails = Pick<TextPart, 'filename' | 'media_type' | 'metadata'>;

function omitImpliedMediaType(
  { media_type, ...rest }: PartDetails,
  isImplied: (type: string) => boolean,
): PartDetails {
  return media_type === undefined || isImplied(media_type) ? rest : { ...rest, media_type };
}

function createAttachment(url: string, details: PartDetails): ContentPart {
  if (details.media_type?.startsWith('image/')) {
    const isTold = (type: string) =>
      type === 'image/*' || (!type.includes(';') && url.startsWith(`data:${type};base64,`));
    return { type: 'image_url', image_url: { url }, ...omitImpliedMediaType(details, isTold) };
  }
  const { metadata, ...named } = details;
  return { type: 'file', file: { url, ...named }, ...(metadata && { metadata }) };
}

function parseResultsText(text: string, path: string): readonly CallResult[] | undefined {
  const value = text.includes('"tool_results"') ? parseJson(text) : undefined;
  return value === undefined ? undefined : parseToolResults(value, path);
}
