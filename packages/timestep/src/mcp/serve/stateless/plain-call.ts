import { isJsonObject, type JsonObject } from '../../../core/index.ts';
import type { CompiledTool } from '../../../environment/index.ts';
import type { CompiledEnvironment } from '../compile.ts';
import { hasOnly, type PlainRequest } from './plain-request.ts';

/** The first round of a call of an existing tool. */
export interface PlainCall {
  readonly request: PlainRequest;
  readonly tool: CompiledTool;
  readonly args: JsonObject;
}

const FIELDS: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);

/**
 * Parses a request as a tool call. Undefined if it is anything else, such as a later round, which
 * contains the client's input, or a call whose arguments are also sent in headers.
 */
export function parsePlainCall(
  request: PlainRequest,
  headers: Headers,
  { tools, toolsWithHeaders: headed }: CompiledEnvironment,
): PlainCall | undefined {
  const { method, params } = request;
  if (method !== 'tools/call' || !hasOnly(params, FIELDS)) return undefined;
  const { name, arguments: args = {} } = params;
  if (typeof name !== 'string' || headers.get('mcp-name') !== name) return undefined;
  const tool = tools.get(name);
  if (!tool || headed.has(tool) || !isJsonObject(args)) return undefined;
  // The SDK removes the field `__proto__` from arguments.
  return Object.hasOwn(args, '__proto__') ? undefined : { request, tool, args };
}
