import type { AgentDescription, CardTrust, FetchFn } from '../../protocols/a2a/index.ts';
import { overrideServedAgent, type AgentFn } from '../../engine/port/index.ts';
import { remoteAgent, type Servable } from '../server/index.ts';

export interface RemoteServableDeps {
  readonly agentId: string;
  readonly address: string;
  readonly description: () => Omit<AgentDescription, 'url'>;
  readonly fetch: FetchFn;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cardTrust?: CardTrust;
  readonly delegationKey?: string;
  readonly onFailure: () => void;
  readonly isExposed: () => boolean;
}

/** The description comes from the agent's newest card. */
export function createRemoteServable(deps: RemoteServableDeps): Servable {
  const { agentId, address, description, fetch, headers, cardTrust } = deps;
  const { delegationKey, onFailure } = deps;
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
    loop: overrideServedAgent(loop, { agent }),
    get description() {
      return description();
    },
    get isExposed() {
      return deps.isExposed();
    },
    close: () => remote.close(),
  };
}
