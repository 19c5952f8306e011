import type { Replay } from '../../core/index.ts';
import type { ToolContext, ToolInvocation, ToolResult } from '../../port/index.ts';
import { resultFromMcp } from '../convert/result-from-mcp.ts';
import { patiently, repeatable } from './away.ts';
import { metaOfCall } from './call-meta.ts';
import type { ConnectOptions } from './connect.ts';
import type { Elicited, OpenCall } from './elicited.ts';
import { explain } from './explain.ts';
import type { KeptLink } from './link.ts';

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
    kept.use(({ client }) => {
      const attempt = context.attempt + mayRepeat.lost();
      const _meta = metaOfCall({ ...context, attempt }, { isAnsweredElsewhere });
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
  try {
    const result = await patiently(once, { ...options, signal }, mayRepeat);
    return resultFromMcp(result, resultLimit);
  } catch (thrown) {
    signal.throwIfAborted();
    return { content: `${name} failed: ${explain(thrown)}`, isError: true };
  }
}
