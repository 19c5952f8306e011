import { UrlElicitationRequiredError, type Tool } from '@modelcontextprotocol/client';
import { getHopCount, hasRemoteTask, HOPS_META, type JsonObject, type Replay } from '#core';
import type { ToolContext, ToolInvocation, ToolResult } from '#engine/port';
import type { PageToVisit } from '../convert/elicitation.ts';
import { formatProgress } from '../convert/progress-text.ts';
import { ANSWERS_META, APPROVED_META, ASKS_META, ATTEMPT_META, KEY_META } from '../extension.ts';
import type { ConnectOptions } from './connect.ts';
import {
  isElicitationAnswer,
  startElicitingCall,
  passAnswerToCall,
  type ElicitationHandler,
  type RunningCall,
} from './elicitation-handler.ts';
import { getCallTraceparent } from '../serve/calls/tool-context.ts';
import { describeCallFailure } from './call-failure.ts';
import { unwrapResult } from './own-results.ts';
import { addNotesToResult, readResult } from './read-result.ts';
import type { ReconnectingLink } from './reconnecting-link.ts';
import { rejectOnAbort } from './reject-on-abort.ts';
import { retryWhileUnavailable, createRepeatCheck } from './retry-policy.ts';
import {
  findStoredTask,
  taskToWaitingResult,
  parseServerTask,
  type ServerTask,
} from './server-task.ts';
import { pollTask } from './poll-task.ts';

export interface CallDeps {
  readonly connection: ReconnectingLink;
  readonly elicitation: ElicitationHandler;
  readonly options: ConnectOptions;
  readonly replay: () => Promise<Replay | undefined>;
  /** Finds a tool in the list that was last read from the server. */
  readonly findTool: (name: string) => Tool | undefined;
}

/** Runs a tool call until it ends or asks the user. A lost call is repeated if its tool permits that. */
export async function makeCall(
  call: ToolInvocation,
  context: ToolContext,
  deps: CallDeps,
): Promise<ToolResult> {
  const { answers = [], signal } = context;
  const given = answers.filter(isElicitationAnswer);
  const answer = given.at(-1);
  const start = (): Promise<ToolResult> => {
    const running = startElicitingCall(given, (opened, stopped) =>
      sendCallWithRetries(call, { ...context, signal: stopped }, opened, deps),
    );
    return waitForResultOrQuestion(running, signal, deps);
  };
  if (!answer || answers.at(-1) !== answer) return start();
  const waiting = deps.elicitation.takeWaiting(answer);
  if (waiting && !waiting.isOver) {
    passAnswerToCall(waiting, answer);
    return waitForResultOrQuestion(waiting, signal, deps);
  }
  // If a task on the server executes the call, a repeated call only polls that task.
  const replay = hasRemoteTask(context) ? 'safe' : await deps.replay();
  if (replay === 'safe' || replay === 'key') return start();
  if (waiting) return addNotesToResult(await waiting.outcome, waiting.notes);
  const why = "was interrupted while it waited for the user's answer, and may have run";
  return { content: `${call.name} ${why}`, isError: true };
}

async function waitForResultOrQuestion(
  call: RunningCall,
  signal: AbortSignal,
  { elicitation }: CallDeps,
): Promise<ToolResult> {
  const stop = (): void => call.stop(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const asked = call.asked.promise.then(() => undefined);
    const result = await rejectOnAbort(Promise.race([call.outcome, asked]), signal);
    if (result) return addNotesToResult(result, call.notes);
    const question = call.waiting?.question;
    if (!question) return await rejectOnAbort(call.outcome, signal);
    return { content: '', question: elicitation.storeWaiting(call, question) };
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

export const DEFAULT_TIMEOUT_MS: number = 10 * 60_000;
export const DEFAULT_RESULT_LIMIT = 200_000;

/** Repeats a failed call if its tool permits that. Failures become results. */
async function sendCallWithRetries(
  call: ToolInvocation,
  context: ToolContext,
  opened: RunningCall,
  { connection, elicitation, options, replay, findTool }: CallDeps,
): Promise<ToolResult> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, resultLimit = DEFAULT_RESULT_LIMIT } = options;
  const { name, arguments: args } = call;
  const { signal } = context;
  const mayRepeat = createRepeatCheck(replay);
  const hasOwnElicitation = options.capabilities?.elicitation !== undefined;
  const once = () =>
    connection.use(({ client, tasksMeta }) => {
      const attempt = context.attempt + mayRepeat.lost();
      const _meta = { ...buildCallMeta({ ...context, attempt }, hasOwnElicitation), ...tasksMeta };
      const params = { name, arguments: { ...args }, _meta };
      return elicitation.runCall(client, opened, () =>
        client.callTool(params, {
          signal,
          timeout: timeoutMs,
          // A progress listener is always set, because servers send no progress without one.
          onprogress: (progress) => {
            options.onProgress?.(call, progress);
            context.emit?.({ type: 'progress', text: formatProgress(progress) });
          },
          resetTimeoutOnProgress: true,
        }),
      );
    });
  const elicit = (params: JsonObject) => elicitation.answer(opened, params, signal);
  const poll = (task: ServerTask) =>
    pollTask(name, task, signal, {
      connection,
      options,
      timeoutMs,
      elicit,
      read: (result) => readResult(result, findTool(name), resultLimit),
    });
  for (let visits = 0; ; visits += 1) {
    try {
      const stored = findStoredTask(context);
      if (stored) return await poll(stored);
      const received = await retryWhileUnavailable(once, { ...options, signal }, mayRepeat);
      const task = parseServerTask(received._meta);
      if (!task) return await readResult(unwrapResult(received), findTool(name), resultLimit);
      // If the call belongs to a task, the id of the server's task is stored, so that no crash loses it.
      return context.task ? taskToWaitingResult(task) : await poll(task);
    } catch (thrown) {
      signal.throwIfAborted();
      // The server rejected the call without running it, so that the call may be sent again.
      const pages =
        visits < MOST_VISITS && !hasOwnElicitation ? getPagesRequiredByError(thrown) : [];
      if (pages.length > 0 && (await elicitation.askForVisits(opened, pages, signal))) continue;
      return { content: describeCallFailure(name, thrown), isError: true };
    }
  }
}

const MOST_VISITS = 3;
const MOST_PAGES = 4;

/** Lists the pages that the user must visit before a call (MCP 2025-11-25, URL Elicitation Required Error). */
function getPagesRequiredByError(thrown: unknown): readonly PageToVisit[] {
  if (!UrlElicitationRequiredError.isInstance(thrown)) return [];
  return thrown.elicitations.slice(0, MOST_PAGES);
}

/** Builds `_meta` of a tool call. With `hasOwnElicitation`, the server may request approval itself. */
function buildCallMeta(context: ToolContext, hasOwnElicitation: boolean): Record<string, unknown> {
  const { key, attempt, approved = false, task } = context;
  // Answers to the MCP server's own questions (elicitation) reach it in another way, not in `_meta`.
  const answers = (context.answers ?? []).filter((answer) => !isElicitationAnswer(answer));
  const traceparent = getCallTraceparent(context);
  return {
    [KEY_META]: key,
    [ATTEMPT_META]: attempt,
    [HOPS_META]: getHopCount(task?.metadata),
    [ASKS_META]: true,
    ...(answers.length > 0 && { [ANSWERS_META]: answers }),
    ...((approved || !hasOwnElicitation) && { [APPROVED_META]: approved }),
    ...(traceparent !== undefined && { traceparent }),
  };
}
