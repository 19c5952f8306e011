import {
  ProtocolError,
  ProtocolErrorCode,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isJsonObject } from '#core';
import { LIST_FIELDS, type ListMethod } from '../list-options.ts';

type Handler = (request: unknown, context: ServerContext) => unknown;

/** Divides lists into pages. Must be called first, because the SDK installs its handlers with the first entry. */
export function enablePagedLists(mcpServer: McpServer, pageSize: number): void {
  const { server } = mcpServer;
  const set = server.setRequestHandler.bind(server) as (method: string, ...rest: unknown[]) => void;
  const setPagedHandler = (method: string, ...rest: readonly unknown[]): void => {
    const [handler] = rest;
    if (!isListMethod(method) || typeof handler !== 'function') return set(method, ...rest);
    set(method, async (request: unknown, context: ServerContext) =>
      cutListResultToPage(method, request, await (handler as Handler)(request, context), pageSize),
    );
  };
  server.setRequestHandler = setPagedHandler;
  // Declares the tools capability, so that a server without tools returns an empty list.
  mcpServer.registerTool('placeholder', {}, () => ({ content: [] })).remove();
}

function isListMethod(method: string): method is ListMethod {
  return Object.hasOwn(LIST_FIELDS, method);
}

function cutListResultToPage(
  method: ListMethod,
  request: unknown,
  result: unknown,
  pageSize: number,
): unknown {
  const field = LIST_FIELDS[method];
  const all: unknown = isJsonObject(result) ? result[field] : undefined;
  if (!isJsonObject(result) || !Array.isArray(all)) return result;
  const entries: readonly unknown[] = all;
  const params = isJsonObject(request) ? request['params'] : undefined;
  const cursor = isJsonObject(params) ? params['cursor'] : undefined;
  const begin = cursor === undefined ? 0 : findIndexAfterCursor(method, entries, cursor);
  const page = entries.slice(begin, begin + pageSize);
  const isLast = begin + pageSize >= entries.length;
  return {
    ...result,
    [field]: page,
    ...(!isLast && { nextCursor: encodeCursor(method, page.at(-1)) }),
  };
}

/** Returns the index after the entry that a cursor names. Entries may have been added or removed since. */
function findIndexAfterCursor(
  method: ListMethod,
  entries: readonly unknown[],
  cursor: unknown,
): number {
  const before = entries.findIndex((entry) => encodeCursor(method, entry) === cursor);
  if (before !== -1) return before + 1;
  const message = 'unknown cursor: list again from the beginning';
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

function encodeCursor(method: ListMethod, entry: unknown): string {
  const { uri, name } = isJsonObject(entry) ? entry : {};
  return Buffer.from(JSON.stringify([method, uri ?? name])).toString('base64url');
}
