import { askingTasks, callingTools, type BridgeAgent, type BridgeEntry } from '../bridge/index.ts';
import type { DelegationBounds } from '../core/index.ts';
import type { AgentCalls } from '../folder/index.ts';
import type { Clock, Runner, ServedAgent, StoreUser } from '../port/index.ts';
import type { FoundAgent } from './agent-source.ts';
import type { CatalogEntry } from './catalog.ts';
import { CatalogError } from './catalog-error.ts';

/** How agents of a catalog find those that they name. */
export interface CallsSite {
  /** The agents at a source, in the form in which a folder names it. */
  readonly agentsAt: (source: string) => readonly FoundAgent[];
  readonly entryOf: (source: string) => CatalogEntry | undefined;
  readonly clock: Clock;
  readonly bounds: DelegationBounds;
}

/** The calls of agents of a catalog, on the runner that it was given. */
export interface CatalogCalls {
  readonly useRunner: NonNullable<StoreUser['useRunner']>;
  readonly agentCalls: AgentCalls;
  /** Ends the tasks of other agents whose questions the user of a canceled task was asked. */
  readonly abandon: NonNullable<ServedAgent['abandon']>;
}

export function catalogCalls({ agentsAt, entryOf, clock, bounds }: CallsSite): CatalogCalls {
  let runner: Runner | Promise<Runner> | undefined;

  /** The agents at these sources now. */
  function called(sources: readonly string[]): Called[] {
    return sources.flatMap(agentsAt).flatMap((agent): Called[] => {
      const entry = entryOf(agent.source);
      return entry ? [{ entry, agent }] : [];
    });
  }

  return {
    useRunner(given) {
      runner = given;
    },
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
          list: async () => called(agents).map(({ entry }) => bridgeEntry(entry)),
          find(named) {
            const all = called(agents);
            const found =
              all.find(({ entry }) => entry.agentId === named || entry.source === named) ??
              all.find(({ entry }) => entry.name === named);
            return found && bridgeAgent(found);
          },
        },
        async runner() {
          if (runner) return runner;
          const advice = 'serve the agents of the catalog with serve';
          throw new CatalogError('no-runner', `no runner was given for calls of agents: ${advice}`);
        },
        clock,
        bounds,
        asks,
        callName: shown('call_agent'),
      }),
  };
}

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

function bridgeEntry({
  agentId,
  name,
  description,
  version,
  skills,
  kind,
  source,
  health,
}: CatalogEntry): BridgeEntry {
  return {
    name: agentId,
    title: name,
    description,
    version,
    skills,
    // A path is of no use to a model, and tells how the machine is arranged.
    ...(kind === 'address' && { address: source }),
    ...(health.state !== 'ok' && { problem: problemOf(health.state) }),
  };
}

function problemOf(state: CatalogEntry['health']['state']): string {
  return state === 'away' ? 'it cannot be reached now' : 'its files or its card are to be mended';
}
