import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import type { Artifact, Question, TaskWait } from '../../core/index.ts';
import {
  askedIn,
  brokenPromise,
  check,
  askingContext,
  checkAnswers,
  waitIn,
  wrongArguments,
} from '../../environment/index.ts';
import { isInputRequest, resultToMcp, createToolError } from '../convert/result-to-mcp.ts';
import { callTaskIn, type CallTask } from './call-tasks/call-task.ts';
import { asksFirst, nobodyToAsk } from './asks-first.ts';
import type { CompiledTool } from './compile.ts';
import type { CallFacts } from './tool-context.ts';

/**
 * What a call came to: a result, with what the tool gave beside it, a question for the user, or a task
 * that the tool waits for.
 */
export type Ran<Result> =
  | { readonly result: Result; readonly artifacts: readonly Artifact[] }
  | { readonly question: Question }
  | { readonly awaits: TaskWait };

/**
 * Runs a tool whose arguments have been checked; `task` takes the place of the result. Rejects with what the
 * function throws.
 */
export async function runTool(
  tool: CompiledTool,
  args: unknown,
  context: CallFacts,
): Promise<Ran<CallToolResult | InputRequiredResult> | { readonly task: CallTask }> {
  const { name, run } = tool.definition;
  const usable = await checkAnswers(name, context.answers);
  if (!usable.ok) return { question: usable.question };
  const { ways, gifts } = askingContext(name, {
    key: context.key ?? name,
    ...(context.emit && { emit: context.emit }),
  });
  const { answers } = usable;
  const value: unknown = await run(args as never, { ...context, answers, ...ways });
  const question = askedIn(value);
  if (question) return { question };
  const awaits = waitIn(value);
  if (awaits) return { awaits };
  const task = callTaskIn(value);
  if (task) return { task };
  const result = resultToMcp(value, tool.output !== undefined);
  const isFailed = !isInputRequest(result) && result.isError === true;
  return { result, artifacts: isFailed ? [] : gifts() };
}

/**
 * Checks the arguments, runs the tool within the process and checks what it returns. It never
 * rejects.
 */
export async function callChecked(
  tool: CompiledTool,
  args: unknown,
  context: CallFacts,
  humanInLoop = false,
): Promise<Ran<CallToolResult>> {
  const { name } = tool.definition;
  const checked = await check(tool.input, args);
  if (!checked.ok) return failed(createToolError(wrongArguments(name, checked.issues)));
  try {
    const isRefused = !context.approved && asksFirst(tool.definition, humanInLoop);
    if (isRefused) return failed(nobodyToAsk(tool.definition));
    const ran = await runTool(tool, checked.value, context);
    if ('task' in ran) return failed(noTask(name));
    if (!('result' in ran)) return ran;
    const { result, artifacts } = ran;
    if (isInputRequest(result)) {
      const why = `tool ${name} asks its caller for input, which only an MCP client can give`;
      return failed(createToolError(why));
    }
    if (!tool.output || result.isError === true) return { result, artifacts };
    const returned = await check(tool.output, result.structuredContent);
    if (returned.ok) return { result, artifacts };
    return failed(createToolError(brokenPromise(name, returned.issues)));
  } catch (thrown) {
    return failed(createToolError(thrown instanceof Error ? thrown.message : String(thrown)));
  }
}

/** The result of a call whose tool returned a task that its caller cannot take. */
export function noTask(name: string): CallToolResult {
  return createToolError(
    `tool ${name} returned a task, which only a client with the tasks extension takes`,
  );
}

/** The result of a call that can only be a task where the server keeps none, or the revision has none. */
export function onlyTask(name: string): CallToolResult {
  return createToolError(
    `tool ${name} goes on as a task: call it with the tasks extension of 2026-07-28, at a server that keeps tasks`,
  );
}

function failed(result: CallToolResult): Ran<CallToolResult> {
  return { result, artifacts: [] };
}
