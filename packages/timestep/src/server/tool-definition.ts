import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../core/index.ts';
import { getInputSchema, type Tool, type ToolFnContext } from '../environment/index.ts';
import type { ToolCallContext, ToolDefinition } from '../mcp/index.ts';

/** Converts a tool to the definition that environments serve. */
export function toolToDefinition(name: string, tool: Tool): ToolDefinition {
  const { execute, input: _input, inputSchema: _schema, parameters: _parameters, ...traits } = tool;
  const input = getInputSchema(tool);
  return {
    ...traits,
    name,
    ...(input && { input }),
    run: (args: JsonObject, context) => execute(args, toToolFnContext(context)),
  };
}

/**
 * Converts the context of an MCP call to that of a tool function. Without a key the client sends
 * each call once, so that a new key is sufficient.
 */
function toToolFnContext({
  key = randomUUID(),
  attempt,
  approved,
  answers,
  awaited,
  task,
  signal,
  emit,
  ask,
  waitFor,
  give,
}: ToolCallContext): ToolFnContext {
  const known = { key, attempt, approved, answers, awaited, signal, ask, waitFor, give };
  return { ...known, ...(task && { task }), ...(emit && { emit }) };
}
