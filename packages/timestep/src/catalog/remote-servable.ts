import type { AgentDescription, CardTrust, FetchFn } from '../a2a/index.ts';
import { servedAgentWith, type AgentFn } from '../port/index.ts';
import { remoteAgent, type Servable } from '../server/index.ts';

export interface RemoteParts {
  readonly agentId: string;
  readonly address: string;
  readonly description: () => Omit<AgentDescription, 'url'>;
  readonly fetch: FetchFn;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cardTrust?: CardTrust;
  readonly delegationKey?: string;
  /** Is called when the peer has not answered as it should. */
  readonly onFailure: () => void;
  readonly isExposed: () => boolean;
}

/** A peer that is served here, with the description that its newest card gives. */
export function remoteServable(parts: RemoteParts): Servable {
  const { agentId, address, description, fetch, headers, cardTrust } = parts;
  const { delegationKey, onFailure } = parts;
  const remote = remoteAgent(address, {
    agentId,
    fetch,
    ...(headers && { headers }),
    ...(cardTrust && { cardTrust }),
    ...(delegationKey !== undefined && { delegationKey }),
  });
  const { loop } = remote;
  const agent: AgentFn = async (messages, context) => {
    try {
      return await loop.agent(messages, context);
    } catch (thrown) {
      onFailure();
      throw thrown;
    }
  };
  return {
    agentId,
    environment: undefined,
    loop: servedAgentWith(loop, { agent }),
    get description() {
      return description();
    },
    get isExposed() {
      return parts.isExposed();
    },
    close: () => remote.close(),
  };
}
