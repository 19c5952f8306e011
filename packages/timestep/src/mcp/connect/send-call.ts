import { UrlElicitationRequiredError } from '@modelcontextprotocol/client';
import type { Replay } from '../../core/index.ts';
import type { ToolContext, ToolInvocation, ToolResult } from '../../port/index.ts';
import type { PageToVisit } from '../convert/elicitation.ts';
import { mcpToToolResult } from '../convert/result-from-mcp.ts';
import { retryWhileUnavailable, createRepeatCheck } from './retry-policy.ts';
import { buildCallMeta } from './call-meta.ts';
import type { ConnectOptions } from './connect.ts';
import type { ElicitationHandler, RunningCall } from './elicitation-handler.ts';
import { explain } from './explain.ts';
import type { ReconnectingLink } from './reconnecting-link.ts';
import { pollTask } from './tasks/poll-task.ts';
import { findStoredTask, taskToWaitingResult } from './tasks/task-handle.ts';
import { parseServerTask, type ServerTask } from './tasks/task-results.ts';

export interface SendCallDeps {
  readonly connection: ReconnectingLink;
  readonly elicitation: ElicitationHandler;
  readonly options: ConnectOptions;
  readonly replay: () => Promise<Replay | undefined>;
}

export const DEFAULT_TIMEOUT_MS: number = 10 * 60_000;
export const DEFAULT_RESULT_LIMIT = 200_000;

/** Repeats a failed call if its tool permits that. Failures become results. */
export async function sendCall(
  { connection, elicitation, options, replay }: SendCallDeps,
  { call, context }: { readonly call: ToolInvocation; readonly context: ToolContext },
  opened: RunningCall,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, resultLimit = DEFAULT_RESULT_LIMIT } = options;
  const { name, arguments: args } = call;
  const mayRepeat = createRepeatCheck(replay);
  const hasOwnElicitation = options.capabilities?.elicitation !== undefined;
  const once = () =>
    connection.use(({ client, tasksMeta }) => {
      const attempt = context.attempt + mayRepeat.lost();
      const meta = buildCallMeta({ ...context, attempt }, { hasOwnElicitation });
      const _meta = { ...meta, ...tasksMeta };
      const params = { name, arguments: { ...args }, _meta };
      return elicitation.runCall(client, opened, () =>
        client.callTool(params, {
          signal,
          timeout: timeoutMs,
          // Servers send no progress without a listener.
          onprogress: (progress) => options.onProgress?.(call, progress),
          resetTimeoutOnProgress: true,
        }),
      );
    });
  const follow = (task: ServerTask) =>
    pollTask(name, task, signal, {
      connection,
      options,
      resultLimit,
      elicit: (params, stopped) => elicitation.answer(opened, params, stopped),
    });
  for (let visits = 0; ; visits += 1) {
    try {
      const handle = findStoredTask(context);
      if (handle) return await follow(handle);
      const result = await retryWhileUnavailable(once, { ...options, signal }, mayRepeat);
      const task = parseServerTask(result._meta);
      if (!task) return mcpToToolResult(result, resultLimit);
      // A call of a task stores the handle, so that a crash does not lose it.
      return context.task ? taskToWaitingResult(task) : await follow(task);
    } catch (thrown) {
      signal.throwIfAborted();
      // The server rejected the call without running it, so that it may be sent again.
      const pages = visits < MOST_VISITS && !hasOwnElicitation ? getRequiredPages(thrown) : [];
      if (pages.length > 0 && (await elicitation.askForVisits(opened, pages, signal))) continue;
      return { content: `${name} failed: ${explain(thrown)}`, isError: true };
    }
  }
}

const MOST_VISITS = 3;
const MOST_PAGES = 4;

/** The pages to visit before a call (MCP 2025-11-25, URL Elicitation Required Error). */
function getRequiredPages(thrown: unknown): readonly PageToVisit[] {
  if (!UrlElicitationRequiredError.isInstance(thrown)) return [];
  return thrown.elicitations.slice(0, MOST_PAGES);
}
