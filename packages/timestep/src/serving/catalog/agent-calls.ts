import {
  createCallingTools,
  createDeliveryAgent,
  DELIVERY_AGENT,
  listAskingTaskIds,
  type CallableAgent,
} from '#agents/calling';
import type { DelegationBounds } from '#core';
import type { AgentCalls } from '#agents/folder';
import type { Clock, Runner, ServedAgent, SessionStore, StoreUser } from '#engine/port';
import { withSessions } from '#engine/runner';
import type { Servable } from '#serving/server';
import type { FoundAgent } from './agent-source.ts';
import type { CatalogEntry } from './catalog.ts';
import { servableToCallable, toAgentEntry } from './callable-agents.ts';
import { CatalogError } from './catalog-error.ts';

export interface AgentCallsDeps {
  /** Returns the agents at a source; relative paths are resolved as in agent folders. */
  readonly listAgentsAt: (source: string) => readonly FoundAgent[];
  readonly findEntry: (source: string) => CatalogEntry | undefined;
  readonly findLoop: (agentId: string) => ServedAgent | undefined;
  readonly clock: Clock;
  readonly bounds: DelegationBounds;
}

/** Calls between the agents of a catalog. They run on the runner passed to `useRunner`. */
export interface CatalogCalls {
  readonly useRunner: NonNullable<StoreUser['useRunner']>;
  readonly agentCalls: AgentCalls;
  /** Returns the ids of the agents currently at these sources. */
  readonly listIdsAt: (sources: readonly string[]) => readonly string[];
  /** The internal agent that delivers late answers to calling agents. */
  readonly deliveryAgent: Servable;
  /** Cancels tasks whose questions were forwarded to the user of a canceled task. */
  readonly abandon: NonNullable<ServedAgent['abandon']>;
}

export function createCatalogCalls(deps: AgentCallsDeps): CatalogCalls {
  const { listAgentsAt: agentsAt, findEntry: entryOf, clock, bounds } = deps;
  let runner: Runner | Promise<Runner> | undefined;
  let sessions: SessionStore | Promise<SessionStore> | undefined;

  async function requireRunner(): Promise<Runner> {
    if (runner) return runner;
    const advice = 'serve the agents of the catalog with "serve"';
    throw new CatalogError('no-runner', `no runner is set for calls between agents: ${advice}`);
  }

  const useRunner: CatalogCalls['useRunner'] = (given) => {
    runner = given;
  };

  const loop = createDeliveryAgent({
    // A turn started by a late answer belongs to the session of the calling agent.
    async runner() {
      const [on, store] = await Promise.all([requireRunner(), sessions]);
      return store ? withSessions(on, { sessions: store, clock }) : on;
    },
    sessions: async () => sessions,
    clock,
    bounds,
    hasTool: (agent, context, tool) => mayAgentHaveTool(deps.findLoop(agent), context, tool),
  });

  function listAgentsOfSources(sources: readonly string[]): CalledAgent[] {
    return sources.flatMap(agentsAt).flatMap((agent): CalledAgent[] => {
      const entry = entryOf(agent.source);
      return entry ? [{ entry, agent }] : [];
    });
  }

  return {
    useRunner,
    deliveryAgent: {
      ...DELIVERY_SERVABLE,
      loop,
      useRunner,
      useSessions(given) {
        sessions = given;
      },
    },
    listIdsAt: (sources) => [
      ...new Set(listAgentsOfSources(sources).map(({ entry }) => entry.agentId)),
    ],
    async abandon(task) {
      try {
        const given = await runner;
        for (const id of listAskingTaskIds(task)) await given?.cancel(id);
      } catch {
        // An error here is ignored: each of these tasks can still be canceled by its own id.
      }
    },
    agentCalls: ({ agents, asks, getDisplayName: shown }) =>
      createCallingTools({
        agents: {
          list: async () =>
            listAgentsOfSources(agents).map(({ entry }) =>
              toAgentEntry(entry, describeWhyUnhealthy(entry.health.state)),
            ),
          find(named) {
            const all = listAgentsOfSources(agents);
            const found =
              all.find(({ entry }) => entry.agentId === named || entry.source === named) ??
              all.find(({ entry }) => entry.name === named);
            return found && toCallableAgent(found);
          },
        },
        runner: requireRunner,
        clock,
        bounds,
        asks,
        callName: shown('call_agent'),
      }),
  };
}

/** Whether an agent has a tool; true if the agent's tools cannot be listed. */
async function mayAgentHaveTool(
  loop: ServedAgent | undefined,
  contextId: string,
  tool: string,
): Promise<boolean> {
  if (!loop) return true;
  try {
    const environment = await loop.environment(contextId);
    const tools = await environment.listTools(AbortSignal.timeout(LISTING_MS));
    return tools.some((one) => one.function.name === tool);
  } catch {
    return true;
  }
}

const LISTING_MS = 30_000;

interface CalledAgent {
  readonly entry: CatalogEntry;
  readonly agent: FoundAgent;
}

function toCallableAgent({ entry: { agentId: name, kind }, agent }: CalledAgent): CallableAgent {
  return kind === 'path' ? { name } : servableToCallable(agent.getServable(name));
}

function describeWhyUnhealthy(state: CatalogEntry['health']['state']): string {
  return state === 'away' ? 'it cannot be reached now' : 'its files or its card must be fixed';
}

const DELIVERY_SERVABLE: Omit<Servable, 'loop'> = {
  agentId: DELIVERY_AGENT,
  environment: undefined,
  description: {
    name: DELIVERY_AGENT,
    description: 'Delivers late answers of agents to the agents that asked',
    version: '1.0.0',
  },
  isExposed: false,
  close: () => Promise.resolve(),
};
