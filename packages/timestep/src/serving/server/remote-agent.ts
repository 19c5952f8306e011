import {
  A2AClientError,
  readRemoteDescription,
  findWaitingRemoteTask,
  type A2AAgentOptions,
  type RemoteAgentCard,
  type RemoteAgentDescription,
} from '#protocols/a2a';
import {
  createToolClient,
  createRemoteToolEnvironment,
  createRemoteAgentClient,
} from '#agents/calling';
import { buildTranscript, omitUndefined, trimTrailing } from '#core';
import { overrideServedAgent } from '#engine/port';
import { Loop, type LoopOptions } from './loop.ts';
import type { Servable } from './serve-options.ts';

/** The connection to a remote agent, and limits for its local tasks. */
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
  /**
   * Id of the agent in this process. Default: derived from the URL, so that all processes use the
   * same id.
   */
  readonly agentId?: string;
  /** URL of the MCP server with the agent's tools for callers. Default: the agent's `/mcp`. */
  readonly environmentUri?: string;
  /** Timeout in milliseconds for reading the card and for canceling a task. Default: 10 000. */
  readonly lookMs?: number;
}

/** A remote agent that is served and called like an agent of this process. */
export interface RemoteAgent extends Servable {
  readonly url: string;
  /** Reads the card and updates `description`. Rejects with `A2AClientError` at the timeout. */
  look(signal?: AbortSignal): Promise<RemoteAgentDescription>;
}

/**
 * Wraps an agent at an A2A URL (A2A 1.0 or 0.3). Its tasks become tasks of the local runner, which
 * sends each message once even after a crash, and which wait whenever the remote task waits.
 * Nothing is sent before the first task.
 */
export function remoteAgent(url: string, options: RemoteAgentOptions = {}): RemoteAgent {
  const {
    agentId = deriveNameFromUrl(url),
    limits,
    handoff,
    environmentUri,
    lookMs,
    ...reached
  } = options;
  const { headers, answerLimit, patienceMs } = reached;
  const toolsUri = environmentUri ?? `${trimTrailing(url, '/')}/mcp`;
  let known: RemoteAgentDescription | undefined;
  const onCard = (card: RemoteAgentCard): void => {
    const said = readRemoteDescription(card);
    if (known && known.title !== said.title)
      throw createReplacedAgentError(url, known.title, said.title);
    known = said;
  };
  const peer = createRemoteAgentClient(url, {
    // The client does not wait for an unreachable agent: the runner retries, and shows why the task waits.
    startPatienceMs: patienceMs ?? 0,
    ...reached,
    timeoutMs: lookMs,
    approvals: 'calls',
    onCard,
  });
  const client = createToolClient({
    ...omitUndefined({ answerLimit, handoff, patienceMs }),
    environmentHeaders: new URL(toolsUri).origin === new URL(url).origin ? (headers ?? {}) : {},
  });
  const loop = new Loop({
    name: agentId,
    agent: peer.agent,
    environments: { default: createRemoteToolEnvironment(() => client.environment(toolsUri)) },
    toolSite: 'server',
    limits,
  });

  return {
    agentId,
    url,
    environment: undefined,
    loop: overrideServedAgent(loop, {
      isLocked: (task) => findWaitingRemoteTask(buildTranscript(task))?.state === 'auth-required',
      async abandon(task) {
        // After a crash, only the recorded dispatch tells whether a remote task exists to cancel.
        const begun = task.dispatch?.task_id;
        const waiting = begun ?? findWaitingRemoteTask(buildTranscript(task))?.taskId;
        if (waiting !== undefined) await peer.cancel(waiting);
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

const NAMELESS_SEGMENTS = ['', 'agents', '.well-known', 'agent-card.json', 'agent.json'];

/** Derives an agent's name from its URL. Throws `A2AClientError`. */
export function deriveNameFromUrl(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new A2AClientError('not-an-agent', `${url} is not an http or https address`);
  }
  const { hostname, port, pathname } = new URL(url);
  const last = pathname.split('/').findLast((part) => !NAMELESS_SEGMENTS.includes(part));
  const name = last ?? `${hostname}-${port}`;
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'agent'
  );
}

/** Creates the error for a URL at which a different agent has been found. */
function createReplacedAgentError(url: string, before: string, now: string): A2AClientError {
  const advice = 'if this is intended, restart this process';
  return new A2AClientError(
    'not-an-agent',
    `the agent at ${url} is now "${now}" instead of "${before}": ${advice}`,
  );
}
