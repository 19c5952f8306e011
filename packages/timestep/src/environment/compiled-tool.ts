import { isThenable, type JsonObject, type Question, type ToolSchema } from '../core/index.ts';
import type { ProbeResult, ToolContext, ToolResult } from '../port/index.ts';
import { check, hoistArguments, hoistResult, type HoistedSchema } from './schema.ts';
import { askedIn, askingContext, waitIn, type ToolFnContext } from './tool-fn-context.ts';
import { contentOf, getInputSchema, structuredOf, type Tool, type ToolFn } from './tool.ts';
import { checkAnswers } from './check-answers.ts';

/** A tool whose schemas have been converted once. */
export interface CompiledTool {
  readonly name: string;
  readonly tool: Tool;
  readonly input: HoistedSchema;
  readonly output: HoistedSchema | undefined;
  /** The tool as models see it. */
  readonly schema: ToolSchema;
}

/** Converted tools: an episode takes its tools anew each time, and converting one costs more than calling it. */
const known = new WeakMap<Tool | ToolFn, CompiledTool>();

/** Throws `ToolError` where a schema cannot be used. A tool is converted once. */
export function compileTool(name: string, given: Tool | ToolFn): CompiledTool {
  const before = known.get(given);
  if (before?.name === name) return before;
  const tool = typeof given === 'function' ? { execute: given } : given;
  const hoisted = before ?? {
    input: hoistArguments(name, getInputSchema(tool)),
    output: hoistResult(name, tool.output),
  };
  const schema = toolSchemaOf(name, tool, hoisted.input);
  const compiled = { name, tool, input: hoisted.input, output: hoisted.output, schema };
  known.set(given, compiled);
  return compiled;
}

function toolSchemaOf(name: string, tool: Tool, input: HoistedSchema): ToolSchema {
  const { description, replay, needsApproval } = tool;
  return {
    type: 'function',
    ...(replay && { replay }),
    ...(needsApproval && { needsApproval }),
    function: { name, ...(description && { description }), parameters: input.json },
  };
}

/**
 * Checks the arguments, makes the call and checks what it returns. An error that the model can
 * correct is a result with `isError`; an error that the function throws is thrown.
 */
export async function callCompiled(
  { name, tool, input, output }: CompiledTool,
  args: JsonObject,
  context: ToolContext,
): Promise<ToolResult> {
  const checking = check(input, args);
  const checked = isThenable(checking) ? await checking : checking;
  if (!checked.ok) return failed(wrongArguments(name, checked.issues));
  if (tool.needsApproval && context.approved !== true) return failed(unapproved(name));
  const using = checkAnswers(name, context.answers);
  const usable = isThenable(using) ? await using : using;
  if (!usable.ok) return asking(usable.question);
  const { ways, gifts } = askingContext(name, context);
  const { ask, waitFor, give } = ways;
  const { answers } = usable;
  const { awaited = [] } = context;
  const given: ToolFnContext = { ...context, ask, waitFor, give, answers, awaited };
  const value: unknown = await tool.execute(checked.value as JsonObject, given);
  const question = askedIn(value);
  if (question) return asking(question);
  const awaits = waitIn(value);
  if (awaits) return { content: '', awaits };
  if (output) {
    const returned = await check(output, value);
    if (!returned.ok) return failed(brokenPromise(name, returned.issues));
  }
  const structured = structuredOf(value);
  const artifacts = gifts();
  return {
    content: contentOf(value),
    ...(structured !== undefined && { structured }),
    ...(artifacts.length > 0 && { artifacts }),
  };
}

/** The result of a call that waits for an answer of the user. */
function asking(question: Question): ToolResult {
  return { content: '', question };
}

/**
 * Asks what happened to a call that a crash cut off. A call whose arguments do not match the schema
 * was never made.
 */
export async function probeChecked(
  probe: Tool['probe'],
  input: HoistedSchema,
  args: JsonObject,
  context: ToolContext,
): Promise<ProbeResult> {
  if (!probe) return 'unknown';
  const checked = await check(input, args);
  return checked.ok ? probe(checked.value as JsonObject, context) : 'unknown';
}

/** The message for arguments that do not match the schema of the tool. */
export function wrongArguments(name: string, issues: string): string {
  return `invalid arguments for tool ${name}: ${issues}`;
}

/** The message for a result that does not match the schema of the tool. */
export function brokenPromise(name: string, issues: string): string {
  return `tool ${name} returned something other than it declares: ${issues}`;
}

/** The message for a call that is refused because it needs the approval of a person. */
export function unapproved(name: string): string {
  return `${name} needs a person's approval`;
}

function failed(content: string): ToolResult {
  return { content, isError: true };
}
