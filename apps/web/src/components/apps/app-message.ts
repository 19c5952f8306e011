import { isJsonObject, type JsonObject } from '../values/try-parse-json.ts';

type Id = string | number;

/** What a message of an MCP App asks of the page (SEP-1865). */
export type AppMessage =
  | { readonly kind: 'proxy-ready' | 'initialized' | 'ignored' }
  | { readonly kind: 'initialize' | 'ping' | 'display-mode'; readonly id: Id }
  | { readonly kind: 'resize'; readonly height: number }
  | { readonly kind: 'call'; readonly id: Id; readonly tool: string; readonly given: JsonObject }
  | { readonly kind: 'read'; readonly id: Id; readonly uri: string }
  | { readonly kind: 'open'; readonly id: Id; readonly url: string }
  | { readonly kind: 'refused'; readonly id: Id; readonly code: number; readonly why: string };

const LEAST_HEIGHT = 40;
const MOST_HEIGHT = 800;
const UNKNOWN_METHOD = -32_601;
const BAD_PARAMS = -32_602;

/** Parses a message that an MCP App posted, which may be any value. */
export function readAppMessage(data: unknown): AppMessage {
  if (!isJsonObject(data) || data['jsonrpc'] !== '2.0') return { kind: 'ignored' };
  const { method, id, params } = data;
  if (typeof method !== 'string') return { kind: 'ignored' };
  const given = isJsonObject(params) ? params : {};
  if (typeof id === 'string' || typeof id === 'number') return readAppRequest(method, id, given);
  switch (method) {
    case 'ui/notifications/sandbox-proxy-ready':
      return { kind: 'proxy-ready' };
    case 'ui/notifications/initialized':
      return { kind: 'initialized' };
    case 'ui/notifications/size-changed':
      return parseResizeMessage(given);
    default:
      return { kind: 'ignored' };
  }
}

function readAppRequest(method: string, id: Id, params: JsonObject): AppMessage {
  const { name, arguments: given = {}, uri, url } = params;
  const bad = (why: string): AppMessage => ({ kind: 'refused', id, code: BAD_PARAMS, why });
  switch (method) {
    case 'ui/initialize':
      return { kind: 'initialize', id };
    case 'ping':
      return { kind: 'ping', id };
    case 'ui/request-display-mode':
      return { kind: 'display-mode', id };
    case 'tools/call':
      if (typeof name !== 'string' || !isJsonObject(given)) return bad('name a tool');
      return { kind: 'call', id, tool: name, given };
    case 'resources/read':
      return typeof uri === 'string' ? { kind: 'read', id, uri } : bad('name a resource');
    case 'ui/open-link':
      return isWebAddress(url)
        ? { kind: 'open', id, url }
        : bad('only http and https links can be opened');
    default: {
      const why = `${method} is not available: apps cannot write to a conversation`;
      return { kind: 'refused', id, code: UNKNOWN_METHOD, why };
    }
  }
}

function isWebAddress(url: unknown): url is string {
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  return /^https?:$/.test(new URL(url).protocol);
}

function parseResizeMessage({ height }: JsonObject): AppMessage {
  if (typeof height !== 'number' || !Number.isFinite(height)) return { kind: 'ignored' };
  return { kind: 'resize', height: Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, height)) };
}
