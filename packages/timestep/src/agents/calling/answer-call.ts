import { randomUUID } from 'node:crypto';
import {
  describeIdProblem,
  getFinalOutput,
  getText,
  isJsonObject,
  listMessages,
  type JsonObject,
  type Message,
  type Submission,
  type Task,
} from '#core';
import { fillPrompt, type AgentTool } from '#engine/tools';
import { createToolError, type ToolCallContext } from '#protocols/mcp';
import { RunnerError, type Clock, type OwnTask, type OwnTasks } from '#engine/port';
import { parseTraceparent, addTraceparentIfMissing } from '#protocols/trace';
import { cancelAbandonedTaskUnlessRepeatable, getPrincipal } from './request-call.ts';
import { deriveMessageId } from './stable-id.ts';
import { withTaskProgress } from './task-progress.ts';
import { taskToReport, type TaskReport } from './task-report.ts';

/** Dependencies of `runToolCallAsTask`, and what its result contains. */
export interface AnswerCallDeps {
  readonly clock: Clock;
  readonly getTasks: (principal: string, agent: string) => OwnTasks;
  /** Content of the tool result: the final answer, or the whole conversation. */
  readonly shows: 'answer' | 'turns';
}

type TextResult = {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  /** The answer as data, if the agent has an output schema of an object. */
  readonly structuredContent?: JsonObject;
};

/** Runs a call as a task, whose message id is the call's key: a repeated call finds the task. */
export async function runToolCallAsTask(
  agentId: string,
  tool: AgentTool,
  args: JsonObject,
  context: ToolCallContext,
  deps: AnswerCallDeps,
): Promise<TextResult | ReturnType<typeof createToolError>> {
  const message = { role: 'user', content: fillPrompt(tool, args) } as const;
  try {
    const tasks = deps.getTasks(getPrincipal(context), agentId);
    const { key, traceparent } = context;
    const metadata = addTraceparentIfMissing(
      undefined,
      parseTraceparent(traceparent) && traceparent,
    );
    const start = metadata && { start: { metadata } };
    const said = { agent: agentId, message, entry: 'mcp', ...start } as const;
    const own = await submitOrFindTask(tasks, said, key, [key, tool.name, args]);
    return taskToToolResult(tool, await waitThenCancelUnfinishedTask(own, context, deps), deps);
  } catch (thrown) {
    if (!(thrown instanceof RunnerError)) throw thrown;
    return createToolError(shortenToLine(`${tool.name} was not started: ${thrown.message}`));
  }
}

/** Submits a message, or finds the task of a repeated one. Throws `RunnerError`. */
async function submitOrFindTask(
  tasks: OwnTasks,
  submission: Pick<Submission, 'agent' | 'message' | 'entry' | 'start'>,
  key: string | undefined,
  call: readonly unknown[],
): Promise<OwnTask> {
  if (key === undefined) return tasks.submit({ ...submission, messageId: randomUUID() });
  // The context id depends on the arguments, because the prompt may change.
  const contextId = deriveMessageId(JSON.stringify(call));
  try {
    const messageId = describeIdProblem(key) === undefined ? key : deriveMessageId(key);
    return await tasks.submit({ ...submission, messageId, contextId });
  } catch (thrown) {
    const isRepeated = thrown instanceof RunnerError && thrown.code === 'duplicate-message';
    const [before] = isRepeated ? (await tasks.list({ contextId, pageSize: 1 })).tasks : [];
    const own = before && (await tasks.find(before.id));
    if (own) return own;
    throw thrown;
  }
}

/** Waits for the end of a task. Cancels the task if it needs a person or its caller disconnects. */
async function waitThenCancelUnfinishedTask(
  own: OwnTask,
  context: ToolCallContext,
  { clock }: AnswerCallDeps,
): Promise<Task> {
  const { signal } = context;
  const task = await withTaskProgress(context, clock, own, () => own.waitUntilSettled(signal));
  if (task.end) return task;
  if (signal.aborted)
    await cancelAbandonedTaskUnlessRepeatable(own, context, { cancelOnRequest: true });
  else await own.cancel();
  return task;
}

function taskToToolResult(
  tool: AgentTool,
  task: Task,
  { shows }: AnswerCallDeps,
): TextResult | ReturnType<typeof createToolError> {
  const report = taskToReport(task, false);
  const turns = shows === 'turns' ? formatTranscriptLines(task) : [];
  if (report.answer !== undefined) {
    const output = getFinalOutput(task);
    const content = toTextBlocks([...turns, report.answer]);
    return isJsonObject(output) ? { content, structuredContent: output } : { content };
  }
  const failure = createToolError(shortenToLine(`${tool.name} ${describeMissingAnswer(report)}`));
  return { ...failure, content: [...toTextBlocks(turns), ...failure.content] };
}

function toTextBlocks(texts: readonly string[]) {
  return texts.map((text) => ({ type: 'text', text }) as const);
}

function describeMissingAnswer({ state, error, question }: TaskReport): string {
  if (error !== undefined) return `failed: ${error}`;
  if (state === 'working') return 'was canceled';
  if (state !== 'input-required') return `gave no answer: its task was ${state}`;
  return `needs a person, who cannot be asked here${question ? `: ${question.text}` : ''}`;
}

function formatTranscriptLines(task: Task): string[] {
  return listMessages(task).flatMap((message) => [
    ...(getText(message) === '' ? [] : [`${message.role}: ${getText(message)}`]),
    ...formatToolCalls(message),
  ]);
}

function formatToolCalls(message: Message): string[] {
  const { tool_calls = [] } = message.role === 'assistant' ? message : {};
  return tool_calls.map(({ function: called }) => `call: ${called.name} ${called.arguments}`);
}

const MAX_LINE_LENGTH = 1000;

function shortenToLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= MAX_LINE_LENGTH ? line : `${line.slice(0, MAX_LINE_LENGTH)} …`;
}
