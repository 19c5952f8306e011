import {
  createA2AAgent,
  A2AClientError,
  connectA2A,
  type A2AAgentOptions,
  type A2AClient,
  type RemoteAgentCard,
} from '../../a2a/index.ts';
import type { AgentFn } from '../../port/index.ts';

/** Options of the connection to an A2A agent. */
export interface RemotePeerOptions extends A2AAgentOptions {
  /**
   * Timeout in milliseconds for reading the agent card and for canceling a task. Default: 10 000.
   */
  readonly lookMs?: number | undefined;
}

/** A remote agent over A2A: answers messages, returns its card and cancels its tasks. */
export interface RemotePeer {
  readonly agent: AgentFn;
  /** Reads the agent card. Rejects with `A2AClientError` if no card arrives before the timeout. */
  readonly look: (signal?: AbortSignal) => Promise<RemoteAgentCard>;
  /**
   * Cancels a task of the remote agent. Never rejects: the task may have ended already, and other
   * failures are ignored.
   */
  readonly cancel: (taskId: string) => Promise<void>;
}

const DEFAULT_LOOK_MS = 10_000;

/** Creates a remote agent for an A2A URL. Sends nothing before the agent is first used. */
export function remotePeer(url: string, options: RemotePeerOptions = {}): RemotePeer {
  const { lookMs = DEFAULT_LOOK_MS, ...reached } = options;
  const connect = (signal: AbortSignal): Promise<A2AClient> =>
    connectA2A(url, { ...reached, signal, patienceMs: 0 });
  return {
    agent: createA2AAgent(url, reached),
    async look(signal) {
      const late = AbortSignal.timeout(lookMs);
      try {
        return (await connect(signal ? AbortSignal.any([signal, late]) : late)).peer;
      } catch (thrown) {
        if (!late.aborted || signal?.aborted) throw thrown;
        const why = `${url} sent no agent card within ${lookMs / 1000} seconds`;
        throw new A2AClientError('unreachable', why, { cause: thrown });
      }
    },
    async cancel(taskId) {
      const signal = AbortSignal.timeout(lookMs);
      try {
        await (await connect(signal)).cancel(taskId, signal);
      } catch {
        // Failures are ignored, as documented above.
      }
    },
  };
}
