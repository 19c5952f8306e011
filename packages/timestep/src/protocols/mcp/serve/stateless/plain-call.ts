import { isJsonObject, type JsonObject } from '../../../../core/index.ts';
import type { CompiledTool } from '../../../../engine/tools/index.ts';
import type { CompiledEnvironment } from '../compile.ts';
import { hasOnly, type PlainRequest } from './plain-request.ts';

export interface PlainCall {
  readonly request: PlainRequest;
  readonly tool: CompiledTool;
  readonly args: JsonObject;
}

const FIELDS: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);

/** Undefined except for the first round of a call without arguments in headers. */
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
