import {
  createA2AAgent,
  A2AClientError,
  connectA2A,
  type A2AAgentOptions,
  type A2AClient,
  type RemoteAgentCard,
} from '#protocols/a2a';
import type { AgentFn } from '#engine/port';

export interface RemoteAgentClientOptions extends A2AAgentOptions {
  /** Timeout in milliseconds for reading the card and for canceling a task. Default: 10 000. */
  readonly timeoutMs?: number | undefined;
}

/** A remote agent over A2A. */
export interface RemoteAgentClient {
  readonly agent: AgentFn;
  /** Connects for messages that belong to no task of this server. Rejects with `A2AClientError`. */
  readonly connect: (signal: AbortSignal) => Promise<A2AClient>;
  /** Reads the agent card. Rejects with `A2AClientError` if no card arrives before the timeout. */
  readonly readCard: (signal?: AbortSignal) => Promise<RemoteAgentCard>;
  /** Cancels a task. Never rejects, because the task may have ended already. */
  readonly cancel: (taskId: string) => Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 10_000;

/** Creates a client for a remote agent. Sends nothing before the agent is first used. */
export function createRemoteAgentClient(
  url: string,
  options: RemoteAgentClientOptions = {},
): RemoteAgentClient {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, ...reached } = options;
  const connect = (signal: AbortSignal): Promise<A2AClient> =>
    connectA2A(url, { ...reached, signal, patienceMs: 0 });
  return {
    agent: createA2AAgent(url, reached),
    connect,
    async readCard(signal) {
      const late = AbortSignal.timeout(timeoutMs);
      try {
        return (await connect(signal ? AbortSignal.any([signal, late]) : late)).peer;
      } catch (thrown) {
        if (!late.aborted || signal?.aborted) throw thrown;
        const why = `${url} sent no agent card within ${timeoutMs / 1000} seconds`;
        throw new A2AClientError('unreachable', why, { cause: thrown });
      }
    },
    async cancel(taskId) {
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        await (await connect(signal)).cancel(taskId, signal);
      } catch {
        // This failure is ignored, because a cancellation fails if the task has already ended.
      }
    },
  };
}
