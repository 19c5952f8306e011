import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  RELATED_TASK_META_KEY,
  type LoggingLevel,
  type RequestMeta,
} from '@modelcontextprotocol/server';
import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import type { CompiledTool } from '#engine/tools';
import type { Envelope } from '../calls/tool-context.ts';
import type { CompiledEnvironment } from '../compile.ts';
import { areValidCapabilities } from './plain-capabilities.ts';

/** The first protocol revision in which requests are independent of each other. */
export const MODERN = '2026-07-28';

/** A request of MCP 2026-07-28 that is certainly valid and has no unusual fields. */
export interface PlainRequest {
  readonly id: string | number;
  readonly method: string;
  /** Parameters as received, including `_meta`. */
  readonly params: JsonObject;
  /** The fields of `_meta` that the protocol defines. */
  readonly envelope: Envelope;
  readonly meta: RequestMeta | undefined;
}

/** Parses a request. Undefined unless its headers, body and `_meta` are certainly valid (MCP 2026-07-28). */
export function parsePlainRequest(body: JsonValue, headers: Headers): PlainRequest | undefined {
  if (!isJsonObject(body) || !hasOnlyFields(body, MESSAGE_FIELDS)) return undefined;
  const { jsonrpc, id = null, method, params } = body;
  if (jsonrpc !== '2.0' || typeof method !== 'string' || method === 'initialize') return undefined;
  if (!isStringOrInteger(id)) return undefined;
  const given = isJsonObject(params) ? params['_meta'] : undefined;
  if (!isJsonObject(params) || !isJsonObject(given) || !isValidMeta(given)) return undefined;
  if (headers.get('mcp-protocol-version') !== MODERN) return undefined;
  if (headers.get('mcp-method') !== method) return undefined;
  return { id, method, params, ...splitEnvelopeFromMeta(given) };
}

export function hasOnlyFields(value: JsonObject, fields: ReadonlySet<string>): boolean {
  for (const field in value) if (!fields.has(field)) return false;
  return true;
}

const MESSAGE_FIELDS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);

function isValidMeta(meta: JsonObject): boolean {
  const { progressToken } = meta;
  const level = meta[LOG_LEVEL_META_KEY];
  return (
    meta[PROTOCOL_VERSION_META_KEY] === MODERN &&
    areValidCapabilities(meta[CLIENT_CAPABILITIES_META_KEY]) &&
    isValidClientInfo(meta[CLIENT_INFO_META_KEY]) &&
    (level === undefined || LOGGING_LEVELS.some((one) => one === level)) &&
    (progressToken === undefined || isStringOrInteger(progressToken)) &&
    !Object.hasOwn(meta, RELATED_TASK_META_KEY) &&
    !Object.hasOwn(meta, '__proto__')
  );
}

/** Logging levels, least severe first (MCP, Logging). */
export const LOGGING_LEVELS: readonly LoggingLevel[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];

function isStringOrInteger(value: JsonValue): value is string | number {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function isValidClientInfo(client: JsonValue | undefined): boolean {
  if (client === undefined) return true;
  if (!isJsonObject(client) || client['icons'] !== undefined) return false;
  const { name, version, title = '', websiteUrl = '', description = '' } = client;
  return [name, version, title, websiteUrl, description].every((one) => typeof one === 'string');
}

const ENVELOPE: readonly string[] = [
  PROTOCOL_VERSION_META_KEY,
  CLIENT_INFO_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
];

function splitEnvelopeFromMeta(fields: JsonObject): Pick<PlainRequest, 'envelope' | 'meta'> {
  const envelope: Record<string, JsonValue> = {};
  for (const field of ENVELOPE) {
    const value = fields[field];
    if (value !== undefined) envelope[field] = value;
  }
  let meta: Record<string, JsonValue> | undefined;
  for (const field in fields) {
    const value = fields[field];
    if (value !== undefined && !ENVELOPE.includes(field)) (meta ??= {})[field] = value;
  }
  return { envelope, meta };
}

export interface PlainCall {
  readonly request: PlainRequest;
  readonly tool: CompiledTool;
  readonly args: JsonObject;
}

const FIELDS: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);

/** Parses the request that begins a tool call. Undefined if arguments of the tool are also sent in headers. */
export function parsePlainCall(
  request: PlainRequest,
  headers: Headers,
  { tools, toolsWithHeaders: headed }: CompiledEnvironment,
): PlainCall | undefined {
  const { method, params } = request;
  if (method !== 'tools/call' || !hasOnlyFields(params, FIELDS)) return undefined;
  const { name, arguments: args = {} } = params;
  if (typeof name !== 'string' || headers.get('mcp-name') !== name) return undefined;
  const tool = tools.get(name);
  if (!tool || headed.has(tool) || !isJsonObject(args)) return undefined;
  // The SDK removes the field `__proto__` from arguments.
  return Object.hasOwn(args, '__proto__') ? undefined : { request, tool, args };
}
