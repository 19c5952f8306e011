import {
  ProtocolError,
  ProtocolErrorCode,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isJsonObject } from '../../core/index.ts';
import { LISTS, type ListMethod } from './list-options.ts';

type Handler = (request: unknown, context: ServerContext) => unknown;

/**
 * Sends the lists of a server in pages: each answer of the SDK is cut to one. The server must declare none of the
 * capabilities of lists yet, and nothing must be registered; the SDK declares each with the first entry.
 */
export function pageLists(whole: McpServer, pageSize: number): void {
  const { server } = whole;
  const set = server.setRequestHandler.bind(server) as (method: string, ...rest: unknown[]) => void;
  const setPaged = (method: string, ...rest: readonly unknown[]): void => {
    const [handler] = rest;
    if (!isList(method) || typeof handler !== 'function') return set(method, ...rest);
    set(method, async (request: unknown, context: ServerContext) =>
      pageOf(method, request, await (handler as Handler)(request, context), pageSize),
    );
  };
  server.setRequestHandler = setPaged;
  // A server without tools lists none, and does not refuse the question.
  whole.registerTool('placeholder', {}, () => ({ content: [] })).remove();
}

function isList(method: string): method is ListMethod {
  return LISTS.some((one) => one === method);
}

/** The field that holds the entries of a list. */
const FIELDS: Readonly<Record<ListMethod, string>> = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
};

function pageOf(method: ListMethod, request: unknown, whole: unknown, pageSize: number): unknown {
  const field = FIELDS[method];
  const all: unknown = isJsonObject(whole) ? whole[field] : undefined;
  if (!isJsonObject(whole) || !Array.isArray(all)) return whole;
  const entries: readonly unknown[] = all;
  const params = isJsonObject(request) ? request['params'] : undefined;
  const cursor = isJsonObject(params) ? params['cursor'] : undefined;
  const begin = cursor === undefined ? 0 : placeAfter(method, entries, cursor);
  const page = entries.slice(begin, begin + pageSize);
  const isLast = begin + pageSize >= entries.length;
  return {
    ...whole,
    [field]: page,
    ...(!isLast && { nextCursor: cursorOf(method, page.at(-1)) }),
  };
}

/** Where the page begins that follows a cursor, also where entries have come and gone meanwhile. */
function placeAfter(method: ListMethod, entries: readonly unknown[], cursor: unknown): number {
  const before = entries.findIndex((entry) => cursorOf(method, entry) === cursor);
  if (before !== -1) return before + 1;
  const message = 'there is no such cursor: list again from the beginning';
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/** A cursor names the last entry that was sent, and the list that it is of. */
function cursorOf(method: ListMethod, entry: unknown): string {
  const { uri, name } = isJsonObject(entry) ? entry : {};
  return Buffer.from(JSON.stringify([method, uri ?? name])).toString('base64url');
}
