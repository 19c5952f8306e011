import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../core/index.ts';
import { getInputSchema, type Tool, type ToolFnContext } from '../environment/index.ts';
import type { ToolCallContext, ToolDefinition } from '../mcp/index.ts';

/** A tool in the form in which environments serve it. */
export function toolDefinitionOf(name: string, tool: Tool): ToolDefinition {
  const { execute, input: _input, inputSchema: _schema, parameters: _parameters, ...traits } = tool;
  const input = getInputSchema(tool);
  return {
    ...traits,
    name,
    ...(input && { input }),
    run: (args: JsonObject, context) => execute(args, toolContextFrom(context)),
  };
}

/** A client that sends no key makes each call once, so any new key will do. */
function toolContextFrom({
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
