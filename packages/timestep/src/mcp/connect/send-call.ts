import { UrlElicitationRequiredError } from '@modelcontextprotocol/client';
import type { Replay } from '../../core/index.ts';
import type { ToolContext, ToolInvocation, ToolResult } from '../../port/index.ts';
import type { PageToVisit } from '../convert/elicitation.ts';
import { resultFromMcp } from '../convert/result-from-mcp.ts';
import { patiently, repeatable } from './away.ts';
import { metaOfCall } from './call-meta.ts';
import type { ConnectOptions } from './connect.ts';
import type { Elicited, OpenCall } from './elicited.ts';
import { explain } from './explain.ts';
import type { KeptLink } from './link.ts';
import { followTask } from './tasks/follow-task.ts';
import { handleIn, keepHandle } from './tasks/task-handle.ts';
import { serverTaskIn, type ServerTask } from './tasks/task-results.ts';

/** What a call is sent over, and how. */
export interface SendSite {
  readonly kept: KeptLink;
  readonly elicited: Elicited;
  readonly options: ConnectOptions;
  readonly replay: () => Promise<Replay | undefined>;
}

export const DEFAULT_TIMEOUT_MS: number = 10 * 60_000;
export const DEFAULT_RESULT_LIMIT = 200_000;

/** Sends a call, again where it may be. Every failure is a result that the model reads. */
export async function sendCall(
  { kept, elicited, options, replay }: SendSite,
  { call, context }: { readonly call: ToolInvocation; readonly context: ToolContext },
  opened: OpenCall,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, resultLimit = DEFAULT_RESULT_LIMIT } = options;
  const { name, arguments: args } = call;
  const mayRepeat = repeatable(replay);
  const isAnsweredElsewhere = options.capabilities?.elicitation !== undefined;
  const once = () =>
    kept.use(({ client, tasksMeta }) => {
      const attempt = context.attempt + mayRepeat.lost();
      const meta = metaOfCall({ ...context, attempt }, { isAnsweredElsewhere });
      const _meta = { ...meta, ...tasksMeta };
      const params = { name, arguments: { ...args }, _meta };
      return elicited.during(client, opened, () =>
        client.callTool(params, {
          signal,
          timeout: timeoutMs,
          // Servers send progress only where a listener is set.
          onprogress: (progress) => options.onProgress?.(call, progress),
          resetTimeoutOnProgress: true,
        }),
      );
    });
  const follow = (task: ServerTask) =>
    followTask(name, task, signal, {
      kept,
      options,
      resultLimit,
      elicit: (params, stopped) => elicited.answer(opened, params, stopped),
    });
  for (let visits = 0; ; visits += 1) {
    try {
      const handle = handleIn(context);
      if (handle) return await follow(handle);
      const result = await patiently(once, { ...options, signal }, mayRepeat);
      const task = serverTaskIn(result._meta);
      if (!task) return resultFromMcp(result, resultLimit);
      // A task of ours keeps the handle, so that a crash does not lose it.
      return context.task ? keepHandle(task) : await follow(task);
    } catch (thrown) {
      signal.throwIfAborted();
      // The server refused the call unread, so that it may be made again.
      const pages = visits < MOST_VISITS && !isAnsweredElsewhere ? pagesIn(thrown) : [];
      if (pages.length > 0 && (await elicited.visited(opened, pages, signal))) continue;
      return { content: `${name} failed: ${explain(thrown)}`, isError: true };
    }
  }
}

/** Times that one call may ask for pages to be visited before it is made. */
const MOST_VISITS = 3;
const MOST_PAGES = 4;

/** The pages to be visited before a call (MCP 2025-11-25, URL Elicitation Required Error). */
function pagesIn(thrown: unknown): readonly PageToVisit[] {
  if (!UrlElicitationRequiredError.isInstance(thrown)) return [];
  return thrown.elicitations.slice(0, MOST_PAGES);
}
