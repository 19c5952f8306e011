import {
  A2AClientError,
  readRemoteDescription,
  findWaitingTask,
  type A2AAgentOptions,
  type RemoteAgentCard,
  type RemoteAgentDescription,
} from '../a2a/index.ts';
import {
  createToolClient,
  createRemoteToolEnvironment,
  createRemoteAgentClient,
} from '../calling/index.ts';
import { buildTranscript, trimTrailing } from '../core/index.ts';
import { overrideServedAgent } from '../port/index.ts';
import { Loop, type LoopOptions } from './loop.ts';
import type { Servable } from './serve-options.ts';

/** How an agent of another machine is reached, and what bounds its tasks here. */
export interface RemoteAgentOptions
  extends
    Pick<
      A2AAgentOptions,
      | 'headers'
      | 'fetch'
      | 'patienceMs'
      | 'answerLimit'
      | 'delegationKey'
      | 'cardTrust'
      | 'credentials'
    >,
    Pick<LoopOptions, 'limits' | 'handoff'> {
  /** Names the agent here. Default: made of its address, so that it is the same in every process. */
  readonly agentId?: string;
  /** The MCP server of the tools that it asks its callers to run. Default: `/mcp` below its address. */
  readonly environmentUri?: string;
  /** Milliseconds that its card, or a peer that is to cancel, may take. Default 10 seconds. */
  readonly lookMs?: number;
}

/** An agent of another machine, which is served and asked as one of this process. */
export interface RemoteAgent extends Servable {
  readonly url: string;
  /**
   * Reads its card; `description` is what the newest one said. Rejects with `A2AClientError`, a
   * sentence, where there is none in time.
   */
  look(signal?: AbortSignal): Promise<RemoteAgentDescription>;
}

/**
 * Makes an agent at an A2A address, of 1.0 or 0.3, an agent of this process: its tasks are tasks of our
 * runner, which send each message once whatever crashes. What the peer waits for, calls, questions,
 * decisions and credentials, its task here waits for as well. Nothing is sent before the first task.
 */
export function remoteAgent(url: string, options: RemoteAgentOptions = {}): RemoteAgent {
  const {
    agentId = nameOfAddress(url),
    limits,
    handoff,
    environmentUri,
    lookMs,
    ...reached
  } = options;
  const { headers, answerLimit, patienceMs } = reached;
  const toolsUri = environmentUri ?? `${trimTrailing(url, '/')}/mcp`;
  const bounds = {
    ...(answerLimit !== undefined && { answerLimit }),
    ...(handoff && { handoff }),
  };
  let known: RemoteAgentDescription | undefined;
  const onCard = (card: RemoteAgentCard): void => {
    const said = readRemoteDescription(card);
    if (known && known.title !== said.title) throw changed(url, known.title, said.title);
    known = said;
  };
  const peer = createRemoteAgentClient(url, {
    ...reached,
    timeoutMs: lookMs,
    approvals: 'calls',
    onCard,
  });
  const client = createToolClient({
    ...bounds,
    ...(patienceMs !== undefined && { patienceMs }),
    environmentHeaders: isSameOrigin(toolsUri, url) ? (headers ?? {}) : {},
  });
  const loop = new Loop({
    name: agentId,
    agent: peer.agent,
    environments: { default: createRemoteToolEnvironment(() => client.environment(toolsUri)) },
    toolSite: 'server',
    ...(limits && { limits }),
    ...bounds,
  });

  return {
    agentId,
    url,
    environment: undefined,
    loop: overrideServedAgent(loop, {
      isLocked: (task) => findWaitingTask(buildTranscript(task))?.state === 'auth-required',
      async abandon(task) {
        const waiting = findWaitingTask(buildTranscript(task));
        if (waiting) await peer.cancel(waiting.taskId);
      },
    }),
    get description() {
      const {
        title = url,
        description = `The agent at ${url}`,
        version = '',
        skills = [],
      } = known ?? {};
      return { name: agentId, title, description, version, skills };
    },
    async look(signal) {
      const card = await peer.readCard(signal);
      onCard(card);
      return readRemoteDescription(card);
    },
    async close() {
      await Promise.all([loop.close(), client.close()]);
    },
  };
}

function isSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}

/** Parts of a path that name no agent. */
const UNTOLD = ['', 'agents', '.well-known', 'agent-card.json', 'agent.json'];

/**
 * The name of the agent at an address, which depends on the address alone: tasks are found by it in the next
 * process, also where the agent is away then. Throws `A2AClientError`.
 */
export function nameOfAddress(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new A2AClientError('not-an-agent', `${url} is not an http or https address`);
  }
  const { hostname, port, pathname } = new URL(url);
  const last = pathname.split('/').findLast((part) => !UNTOLD.includes(part));
  const name = last ?? `${hostname}-${port}`;
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'agent'
  );
}

/** What was asked of one agent must not go to another that took its place. */
function changed(url: string, before: string, now: string): A2AClientError {
  const advice = 'if that is right, start again';
  return new A2AClientError(
    'not-an-agent',
    `${url} says that it is "${now}", and said before that it is "${before}": ${advice}`,
  );
}
