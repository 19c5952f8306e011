import { describeUnknownOption } from '#core';
import { prepareArgumentsSchema, prepareResultSchema, type SchemaLike } from './schema.ts';
import { ToolError } from './tool-error.ts';
import { getInputSchema, type Tool, type ToolOptions } from './tool.ts';

/** The names of all options of `tool()`. The compiler checks that none is missing. */
const OPTIONS: Readonly<Record<keyof ToolOptions<SchemaLike>, true>> = {
  name: true,
  description: true,
  input: true,
  inputSchema: true,
  parameters: true,
  output: true,
  execute: true,
  needsApproval: true,
  replay: true,
  probe: true,
  task: true,
  title: true,
  icons: true,
  meta: true,
  annotations: true,
  beforeTask: true,
  unanswered: true,
};

/** Option names of other frameworks, and the option of `tool()` with the same meaning. */
const SPELLINGS: Readonly<Record<string, keyof ToolOptions<SchemaLike>>> = {
  id: 'name',
  args: 'input',
  schema: 'input',
  input_schema: 'input',
  outputSchema: 'output',
  output_schema: 'output',
  returns: 'output',
  callback: 'execute',
  fn: 'execute',
  func: 'execute',
  function: 'execute',
  handler: 'execute',
  run: 'execute',
  invoke: 'execute',
  requireApproval: 'needsApproval',
  needs_approval: 'needsApproval',
};

/**
 * Matches tool names that MCP allows (2026-07-28, Tools), which all protocols and providers accept.
 */
const NAME = /^[A-Za-z0-9_.-]{1,128}$/;

/** Throws `ToolError` if an option of `tool()` is unknown, missing or of the wrong type. */
export function requireValidToolOptions(options: object): void {
  const { name } = options as Partial<Tool>;
  const title = typeof name === 'string' ? `tool ${name}` : 'tool()';
  const unknown = describeUnknownOption(options, OPTIONS, SPELLINGS);
  if (unknown !== undefined) throw createToolError(`${title} ${unknown}`);
  requireValidToolValues(title, options);
}

type CheckedTool = {
  readonly [
    Part in 'execute' | 'input' | 'inputSchema' | 'parameters' | 'output' | 'needsApproval'
  ]?: Tool[Part] | undefined;
};

/** Throws `ToolError` if the name or a schema of a tool is invalid, or `execute` is missing. */
export function requireValidTool(name: string, tool: CheckedTool): void {
  requireToolName(name);
  requireValidToolValues(`tool ${name}`, tool);
  prepareArgumentsSchema(name, getInputSchema(tool));
  prepareResultSchema(name, tool.output);
}

/** Throws `ToolError` unless every protocol accepts the name of a tool. */
export function requireToolName(name: string): void {
  if (NAME.test(name)) return;
  const allowed = 'use 1 to 128 letters, digits, "_", "-" and "."';
  throw createToolError(`${JSON.stringify(name)} is not a valid tool name: ${allowed}`);
}

function requireValidToolValues(title: string, tool: object): void {
  const { execute, needsApproval, input, inputSchema, parameters } = tool as Partial<Tool>;
  if (typeof execute !== 'function') {
    throw createToolError(`${title} needs execute: (args, context) => result`);
  }
  if (needsApproval !== undefined && typeof needsApproval !== 'boolean') {
    throw createToolError(`${title} has a needsApproval that is neither true nor false`);
  }
  requireAllowedChoice(title, 'replay', tool, ['safe', 'key', 'probe', 'never']);
  requireAllowedChoice(title, 'task', tool, ['optional', 'required', 'forbidden']);
  const given = [input, inputSchema, parameters].filter((schema) => schema !== undefined);
  if (given.length > 1) {
    throw createToolError(`${title} has several schemas of its arguments: give input alone`);
  }
}

function requireAllowedChoice(
  title: string,
  option: 'replay' | 'task',
  tool: Partial<Pick<Tool, 'replay' | 'task'>>,
  words: readonly string[],
): void {
  const word: unknown = tool[option];
  if (word === undefined || (typeof word === 'string' && words.includes(word))) return;
  const allowed = words.map((each) => `"${each}"`).join(', ');
  throw createToolError(
    `${title} has the ${option} ${JSON.stringify(word)}: it must be one of ${allowed}`,
  );
}

function createToolError(message: string): ToolError {
  return new ToolError('bad-definition', message);
}
