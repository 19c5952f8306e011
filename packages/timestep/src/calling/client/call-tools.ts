import type { NamedResult, PeerTask } from '../../a2a/index.ts';
import {
  answerIn,
  denialContent,
  questionText,
  readArguments,
  outcomeWithoutTask,
  type AwaitedTask,
  type Question,
  type QuestionAnswer,
  type ToolCall,
  HOPS_META,
} from '../../core/index.ts';
import type { ConnectedEnvironment } from '../../mcp/index.ts';
import type { TaskMeta, ToolInvocation, ToolResult } from '../../port/index.ts';
import type { Asking } from './asking.ts';

/** Makes the calls that a task waits for, all at the same time. */
export async function callTools(task: PeerTask, asking: Asking): Promise<NamedResult[]> {
  if (task.toolCalls.length === 0) return [];
  const environment = await asking.environment();
  return Promise.all(task.toolCalls.map((call) => callTool(environment, task, call, asking)));
}

async function callTool(
  environment: ConnectedEnvironment,
  task: PeerTask,
  call: ToolCall,
  asking: Asking,
): Promise<NamedResult> {
  const { id: callId } = call;
  const { name, arguments: text } = call.function;
  // The tool itself refuses arguments that are not an object.
  const args = readArguments(text) ?? { value: text };
  asking.tell({ type: 'tool-call', callId, name, arguments: args });
  const approved = await approval(environment, call, asking);
  const { content, isError = false } =
    approved === false
      ? { content: denialContent({}), isError: true }
      : await answered(environment, task, { id: callId, name, arguments: args }, asking, approved);
  asking.tell({ type: 'tool-result', callId, name, content, isError });
  return { callId, name, output: content, ...(isError && { isError }) };
}

/** The result of a call, which is made again with each answer that its tool asks for. */
async function answered(
  environment: ConnectedEnvironment,
  task: PeerTask,
  call: ToolInvocation,
  asking: Asking,
  approved = false,
): Promise<ToolResult> {
  const answers: QuestionAnswer[] = [];
  const awaited: AwaitedTask[] = [];
  const key = `${task.id}:${call.id}`;
  for (;;) {
    const result = await environment.callTool(call, {
      key: answers.length === 0 ? key : `${key}:${answers.length}`,
      attempt: 1,
      approved,
      ...(answers.length > 0 && { answers }),
      ...(awaited.length > 0 && { awaited }),
      task: metaOf(task, asking),
      signal: asking.signal,
    });
    const { question, awaits } = result;
    if (awaits?.elsewhere) {
      awaited.push({ ...outcomeWithoutTask(awaits.task_id), awaits });
      continue;
    }
    if (!question) return result;
    if (!asking.answer) {
      const content = `${call.name} must know: ${questionText(question)} But no person can be asked`;
      return { content, isError: true };
    }
    const content = await asking.answer(shown(question));
    answers.push(answerIn({ role: 'user', content }, question));
  }
}

/** The question without what its tool keeps for itself. */
function shown({ state: _state, ...question }: Question): Question {
  return question;
}

/** A person's decision about a call; `undefined` where none is needed, or no person can be asked. */
async function approval(
  environment: ConnectedEnvironment,
  call: ToolCall,
  { approve, signal }: Asking,
): Promise<boolean | undefined> {
  if (!approve) return undefined;
  const listed = await environment.listTools(signal);
  const tool = listed.find((one) => one.function.name === call.function.name);
  return tool?.needsApproval ? approve(call) : undefined;
}

/** The task as its tools see it. */
function metaOf({ id, contextId = id }: PeerTask, asking: Asking): TaskMeta {
  const { agentUri, hops, traceparent } = asking;
  const led = traceparent !== undefined && { traceparent };
  return { id, contextId, agent: agentUri, metadata: { [HOPS_META]: hops, ...led } };
}
