import type { ElicitResult } from '@modelcontextprotocol/client';
import { isJsonObject, TimestepError, type JsonObject } from '#core';
import { prepareArgumentsSchema } from '#engine/tools';
import { pauseOnRealClock } from '#protocols/http';
import type { ToolResult } from '#engine/port';
import { retryWhileUnavailable, type RetryOptions } from './retry-policy.ts';
import type { ReconnectingLink } from './reconnecting-link.ts';
import type { ServerTask } from './server-task.ts';

export interface PollTaskDeps {
  readonly connection: ReconnectingLink;
  readonly options: RetryOptions;
  /** Timeout in milliseconds of each request about the server's task. */
  readonly timeoutMs: number;
  /** Converts the result of a completed server task to a tool result. */
  readonly read: (result: unknown) => Promise<ToolResult>;
  readonly elicit: (params: JsonObject) => Promise<ElicitResult>;
}

const DEFAULT_POLL_MS = 1000;
const SHORTEST_POLL_MS = 50;
const LONGEST_POLL_MS = 60_000;

const FAREWELL_MS = 1000;

const ANY = prepareArgumentsSchema('tasks', { type: 'object' }).standard;

/**
 * Polls a server's task until it ends. An abort also cancels the server's task, unless the calling
 * task continues in another process.
 */
export async function pollTask(
  name: string,
  task: ServerTask,
  signal: AbortSignal,
  deps: PollTaskDeps,
): Promise<ToolResult> {
  const { pause = pauseOnRealClock } = deps.options;
  const answered = new Set<string>();
  try {
    for (;;) {
      const now = await sendTaskRequest(deps, 'tasks/get', { taskId: task.id }, signal);
      const result = await toTaskResult(name, now, deps.read);
      if (result) return result;
      const isAnswered = await answerOpenRequests(task, now, answered, signal, deps);
      // A task that has just received input is polled again at once.
      if (!isAnswered) await pause(getPollInterval(now, task), signal);
    }
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
    if (!isTaskReleasedError(signal.reason)) await tryToCancelTask(deps, task);
    throw signal.reason;
  }
}

async function toTaskResult(
  name: string,
  task: JsonObject,
  read: PollTaskDeps['read'],
): Promise<ToolResult | undefined> {
  const { status, result, error } = task;
  if (status === 'completed') return read(result ?? null);
  if (status !== 'failed' && status !== 'cancelled') return undefined;
  const { message, data } = isJsonObject(error) ? error : {};
  const said = typeof message === 'string' ? message : 'it gives no reason';
  const why = data === undefined ? said : `${said} [data: ${JSON.stringify(data)}]`;
  const reason = status === 'failed' ? why : 'its task was canceled at the server';
  return { content: `${name} failed: ${reason}`, isError: true };
}

/** Answers a server task's requests for input. Returns whether there were unanswered requests. */
async function answerOpenRequests(
  { id: taskId }: ServerTask,
  { inputRequests }: JsonObject,
  answered: Set<string>,
  signal: AbortSignal,
  deps: PollTaskDeps,
): Promise<boolean> {
  const requests = isJsonObject(inputRequests) ? Object.entries(inputRequests) : [];
  const open = requests.filter(([key]) => !answered.has(key));
  for (const [key, request] of open) {
    const inputResponses = { [key]: await answerRequest(request, deps) };
    signal.throwIfAborted();
    await sendTaskRequest(deps, 'tasks/update', { taskId, inputResponses }, signal);
    answered.add(key);
  }
  return open.length > 0;
}

async function answerRequest(request: unknown, { elicit }: PollTaskDeps): Promise<JsonObject> {
  const { method, params } = isJsonObject(request) ? request : {};
  if (method === 'roots/list') return { roots: [] };
  if (method !== 'elicitation/create' || !isJsonObject(params)) {
    const what =
      typeof method === 'string' ? `the request ${method}` : 'a request without a method';
    throw new Error(`the MCP server sent ${what}, which this client does not support`);
  }
  return structuredClone(await elicit(params)) as JsonObject;
}

/** Sends a request about a task. It may be repeated, because the server accepts an answer only once. */
async function sendTaskRequest(
  { connection, options, timeoutMs: timeout }: PollTaskDeps,
  method: string,
  params: JsonObject,
  signal: AbortSignal,
): Promise<JsonObject> {
  const once = (): Promise<unknown> =>
    connection.use(({ client, tasksMeta }) => {
      const request = { method, params: { ...params, _meta: tasksMeta } };
      return client.request(request, ANY, { timeout, signal });
    });
  const answer = await retryWhileUnavailable(once, { ...options, signal });
  return isJsonObject(answer) ? answer : {};
}

async function tryToCancelTask(deps: PollTaskDeps, { id: taskId }: ServerTask): Promise<void> {
  const hasty = { ...deps, options: { ...deps.options, patienceMs: 0 } };
  try {
    await sendTaskRequest(hasty, 'tasks/cancel', { taskId }, AbortSignal.timeout(FAREWELL_MS));
  } catch {
    // The task may have ended already. If the request failed otherwise, the server itself must end the task.
  }
}

function getPollInterval({ pollIntervalMs }: JsonObject, task: ServerTask): number {
  const { pollIntervalMs: first = DEFAULT_POLL_MS } = task;
  const wanted = typeof pollIntervalMs === 'number' ? pollIntervalMs : first;
  return Math.min(LONGEST_POLL_MS, Math.max(SHORTEST_POLL_MS, wanted));
}

/** Returns whether the calling task was released, so that it continues later or in another process. */
function isTaskReleasedError(reason: unknown): boolean {
  return reason instanceof TimestepError && reason.code === 'released';
}
