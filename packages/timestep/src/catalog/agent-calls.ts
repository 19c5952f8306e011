import { askingTasks, callingTools, type BridgeAgent } from '../calling/index.ts';
import type { DelegationBounds } from '../core/index.ts';
import type { AgentCalls } from '../folder/index.ts';
import type { Clock, Runner, ServedAgent, SessionStore, StoreUser } from '../port/index.ts';
import { withSessions } from '../runner/index.ts';
import type { Servable } from '../server/index.ts';
import type { FoundAgent } from './agent-source.ts';
import type { CatalogEntry } from './catalog.ts';
import { bridgeEntryOf } from './bridge-agents.ts';
import { createCourier } from './courier-servable.ts';
import { CatalogError } from './catalog-error.ts';

/** How agents of a catalog find those that they name. */
export interface CallsSite {
  /** The agents at a source, in the form in which a folder names it. */
  readonly agentsAt: (source: string) => readonly FoundAgent[];
  readonly entryOf: (source: string) => CatalogEntry | undefined;
  readonly loopOf: (agentId: string) => ServedAgent | undefined;
  readonly clock: Clock;
  readonly bounds: DelegationBounds;
}

/** The calls of agents of a catalog, on the runner that it was given. */
export interface CatalogCalls {
  readonly useRunner: NonNullable<StoreUser['useRunner']>;
  readonly agentCalls: AgentCalls;
  /** The ids of the agents at these sources now. */
  readonly idsAt: (sources: readonly string[]) => readonly string[];
  /** Brings answers that come late. */
  readonly courier: Servable;
  /** Ends the tasks of other agents whose questions the user of a canceled task was asked. */
  readonly abandon: NonNullable<ServedAgent['abandon']>;
}

export function catalogCalls(site: CallsSite): CatalogCalls {
  const { agentsAt, entryOf, clock, bounds } = site;
  let runner: Runner | Promise<Runner> | undefined;
  let sessions: SessionStore | Promise<SessionStore> | undefined;

  async function givenRunner(): Promise<Runner> {
    if (runner) return runner;
    const advice = 'serve the agents of the catalog with serve';
    throw new CatalogError('no-runner', `no runner was given for calls of agents: ${advice}`);
  }

  function useRunner(given: Runner | Promise<Runner>): void {
    runner = given;
  }

  const courier = createCourier(
    {
      // A turn that an answer begins is one of its session.
      async runner() {
        const [on, store] = await Promise.all([givenRunner(), sessions]);
        return store ? withSessions(on, { sessions: store, clock }) : on;
      },
      sessions: async () => sessions,
      clock,
      bounds,
      hasTool: (agent, context, tool) => hasTool(site.loopOf(agent), context, tool),
    },
    {
      useRunner,
      useSessions(given) {
        sessions = given;
      },
    },
  );

  /** The agents at these sources now. */
  function called(sources: readonly string[]): Called[] {
    return sources.flatMap(agentsAt).flatMap((agent): Called[] => {
      const entry = entryOf(agent.source);
      return entry ? [{ entry, agent }] : [];
    });
  }

  return {
    useRunner,
    courier,
    idsAt: (sources) => [...new Set(called(sources).map(({ entry }) => entry.agentId))],
    async abandon(task) {
      try {
        const given = await runner;
        for (const id of askingTasks(task)) await given?.cancel(id);
      } catch {
        // They wait for an answer, and can be canceled by themselves.
      }
    },
    agentCalls: ({ agents, asks, shown }) =>
      callingTools({
        agents: {
          list: async () =>
            called(agents).map(({ entry }) => bridgeEntryOf(entry, problemOf(entry.health.state))),
          find(named) {
            const all = called(agents);
            const found =
              all.find(({ entry }) => entry.agentId === named || entry.source === named) ??
              all.find(({ entry }) => entry.name === named);
            return found && bridgeAgent(found);
          },
        },
        runner: givenRunner,
        clock,
        bounds,
        asks,
        callName: shown('call_agent'),
      }),
  };
}

/** Whether an agent has a tool now; true where nothing says that it has not. */
async function hasTool(
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

interface Called {
  readonly entry: CatalogEntry;
  readonly agent: FoundAgent;
}

function bridgeAgent({ entry, agent }: Called): BridgeAgent {
  const { agentId: name, kind } = entry;
  if (kind === 'path') return { name };
  const { loop } = agent.servableAs(name);
  return { name, isLocked: (task) => loop.isLocked?.(task) ?? false };
}

function problemOf(state: CatalogEntry['health']['state']): string {
  return state === 'away' ? 'it cannot be reached now' : 'its files or its card are to be mended';
}
