import {
  createA2AAgent,
  A2AClientError,
  connectA2A,
  type A2AAgentOptions,
  type A2AClient,
  type RemoteAgentCard,
} from '../../a2a/index.ts';
import type { AgentFn } from '../../port/index.ts';

/** How an agent behind A2A is reached. */
export interface RemotePeerOptions extends A2AAgentOptions {
  /** Milliseconds that its card, or a peer that is to cancel, may take. Default 10 seconds. */
  readonly lookMs?: number | undefined;
}

/** An agent behind A2A: it answers, shows its card, and cancels its tasks. */
export interface RemotePeer {
  readonly agent: AgentFn;
  /** Reads its card. Rejects with `A2AClientError`, a sentence, if there is none in time. */
  readonly look: (signal?: AbortSignal) => Promise<RemoteAgentCard>;
  /** Cancels a task there. Never fails: the task may have ended, and any other failure is left to the peer. */
  readonly cancel: (taskId: string) => Promise<void>;
}

const DEFAULT_LOOK_MS = 10_000;

/** The agent at an A2A address. Nothing is sent there before it is first used. */
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
        // As the contract says.
      }
    },
  };
}
