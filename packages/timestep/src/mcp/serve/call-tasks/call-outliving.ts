import {
  ProtocolError,
  ProtocolErrorCode,
  type InputRequiredResult,
  type McpServer,
} from '@modelcontextprotocol/server';
import type { JsonObject } from '../../../core/index.ts';
import {
  askingContext,
  brokenPromise,
  check,
  hoistArguments,
  wrongArguments,
} from '../../../environment/index.ts';
import { isInputRequest, createToolError } from '../../convert/result-to-mcp.ts';
import { askFirst, canAskFirst } from '../approval.ts';
import { runAsking } from '../ask-caller.ts';
import { asksFirst, nobodyToAsk } from '../asks-first.ts';
import type { CompiledEnvironment, CompiledTool } from '../compile.ts';
import { noTask } from '../run-tool.ts';
import type { CallFacts } from '../tool-context.ts';
import type { CallTasks } from './call-task.ts';
import { callTaskToMcp, isCreateTask } from './call-task-to-mcp.ts';
import { missingCapability, type ContextOf } from './register-call-tasks.ts';

const CALL: JsonObject = {
  type: 'object',
  properties: { name: { type: 'string' }, arguments: { type: 'object' } },
  required: ['name'],
};

/** What calls are made with. */
export interface CallDesk {
  readonly tasks: CallTasks;
  readonly humanInLoop: boolean;
}

/**
 * Serves `tools/call` in place of the SDK, which refuses tasks as the results of tools that declare an
 * output.
 */
export function callOutliving(
  server: McpServer,
  compiled: () => CompiledEnvironment,
  contextOf: ContextOf,
  tasks: CallTasks,
): void {
  const { server: requests } = server;
  const params = hoistArguments('tools/call', CALL).standard;
  requests.setRequestHandler('tools/call', { params }, (given, request) => {
    const { name, arguments: args = {} } = given as { name: string; arguments?: JsonObject };
    const { tools, definition } = compiled();
    const tool = tools.get(name);
    if (!tool) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${name}`);
    }
    const desk = { tasks, humanInLoop: definition.humanInLoop ?? false };
    return answerOutliving(tool, args, contextOf(request), desk);
  });
}

/** Makes a call that may go on as a task. Rejects with `ProtocolError` where it must, and its caller takes none. */
export async function answerOutliving(
  tool: CompiledTool,
  args: JsonObject,
  context: CallFacts,
  desk: CallDesk,
): ReturnType<typeof runAsking> {
  if (tool.definition.task === 'required' && !context.outlives) throw missingCapability();
  try {
    return await called(tool, args, context, desk);
  } catch (thrown) {
    return createToolError(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

async function called(
  tool: CompiledTool,
  args: JsonObject,
  context: CallFacts,
  desk: CallDesk,
): ReturnType<typeof runAsking> {
  const { name } = tool.definition;
  const checked = await check(tool.input, args);
  if (!checked.ok) return createToolError(wrongArguments(name, checked.issues));
  const begun = await begunAsTask(tool, { args, checked: checked.value }, context, desk);
  if (begun) return begun;
  const asked = await askFirst(tool.definition, checked.value, desk.humanInLoop, context);
  const result = asked ?? (await runAsking(tool, checked.value, context));
  if (isCreateTask(result)) return context.outlives ? result : noTask(name);
  if (isInputRequest(result)) return result;
  if (!tool.output || result.isError === true) return result;
  const returned = await check(tool.output, result.structuredContent);
  return returned.ok ? result : createToolError(brokenPromise(name, returned.issues));
}

/** Makes a task of a call where the tool has one and its caller takes it; `undefined` where not. */
async function begunAsTask(
  { definition }: CompiledTool,
  { args, checked }: { readonly args: JsonObject; readonly checked: unknown },
  facts: CallFacts,
  { tasks, humanInLoop }: CallDesk,
): Promise<Awaited<ReturnType<typeof runAsking>> | undefined> {
  const { name, task = 'forbidden', beforeTask } = definition;
  if (!tasks.begin || task === 'forbidden' || !facts.outlives) return undefined;
  const needsYes = !facts.approved && asksFirst(definition, humanInLoop);
  // The task asks for it, where its caller can be asked.
  if (needsYes && !canAskFirst(facts)) return nobodyToAsk(definition);
  const { ways } = askingContext(name, { key: facts.key ?? name });
  const context = { ...facts, ...ways };
  const value = await beforeTask?.(checked as never, context);
  if (isInputRequest(value)) return value satisfies InputRequiredResult;
  // The task checks the arguments again, as the schema of its time has them.
  return callTaskToMcp(await tasks.begin({ name, arguments: args }, context));
}
