import { limitsFrom } from '../core/index.ts';
import {
  FolderError,
  loadAgent,
  loadAgentMetadata,
  type AgentDefinition,
  type FolderProblem,
  type LoadedMetadata,
} from '../folder/index.ts';
import type { Clock, SessionStore, StoreUser, VectorStore } from '../port/index.ts';
import { SERVED_LIMITS, type Servable } from '../server/index.ts';
import { descriptionOf, type AgentFacts, type FoundAgent } from './agent-source.ts';
import type { CatalogCalls } from './agent-calls.ts';
import type { AgentHealth, CatalogOptions } from './catalog.ts';
import { openedOnce, type OpenedOnce } from './opened-once.ts';
import { sourceFrom } from './source.ts';
import { watchedTools, type WatchedTools } from './watched-tools.ts';

/** An agent of a folder or a file, of which only what it says about itself was read. */
export interface PathAgent extends FoundAgent {
  /** Reads what it says about itself, and resolves to whether that is something else than before. */
  read(): Promise<boolean>;
  /** Ends its tools' servers. */
  close(): Promise<void>;
}

/** What agents of one catalog have in common. */
export interface PathSite extends Pick<CatalogOptions, 'load' | 'onLoaded'> {
  readonly clock: Clock;
  readonly calls: CatalogCalls;
  /** Whether callers from outside may reach the agent at a path. */
  readonly isExposed: (source: string) => boolean;
  /** Is called when an agent turns out to be usable, or not, while it is asked. */
  readonly onChange: () => void;
}

/** Where an agent that is loaded later looks. */
interface GivenStores {
  sessions?: SessionStore | Promise<SessionStore>;
  vectors?: VectorStore | Promise<VectorStore>;
}

export function pathAgent(path: string, site: PathSite): PathAgent {
  const { clock, onChange } = site;
  let metadata: LoadedMetadata | undefined;
  let facts: AgentFacts | undefined;
  let health: AgentHealth = { state: 'bad', why: `${path} was not read yet`, at: clock.now() };
  let problems: readonly FolderProblem[] = [];
  let named: readonly string[] = [];
  const stores: GivenStores = {};
  const servables = new Map<string, Servable>();
  const tools = watchedTools(() => metadata?.agentTools ?? []);
  const definition = openedOnce(async (): Promise<AgentDefinition> => {
    try {
      const loaded = await loadedWith(stores, path, site);
      if (judge(undefined)) onChange();
      return loaded;
    } catch (thrown) {
      if (judge(thrown)) onChange();
      throw thrown;
    }
  });

  /** Keeps what became of a try to read or to load it, and returns whether that is new. */
  function judge(thrown: unknown): boolean {
    const before = health;
    health = healthAfter(thrown, clock.now());
    problems = thrown instanceof FolderError ? thrown.problems : [];
    return before.state !== health.state || before.why !== health.why;
  }

  return {
    source: path,
    kind: 'path',
    get facts() {
      return facts;
    },
    get health() {
      return health;
    },
    get problems() {
      return problems;
    },
    get agents() {
      return named;
    },
    async read() {
      try {
        const read = await loadAgentMetadata(path);
        const isOther = JSON.stringify(read) !== JSON.stringify(metadata);
        metadata = read;
        named = (read.agents ?? []).map(sourceFrom);
        facts = factsOf(read);
        await definition.opened?.refresh();
        tools.look();
        return judge(undefined) || isOther;
      } catch (thrown) {
        return judge(thrown);
      }
    },
    servableAs(agentId) {
      const known = servables.get(agentId);
      if (known) return known;
      const made = lazyServable(agentId, {
        metadata: () => {
          if (metadata) return metadata;
          throw new Error(`${path} was not read`);
        },
        definition: () => definition.get(),
        ...storesGiven(stores, definition),
        calls: site.calls,
        isExposed: () => site.isExposed(path),
        mayCall: () => site.calls.idsAt(named),
        tools,
        close: () => definition.close(),
      });
      servables.set(agentId, made);
      return made;
    },
    close: () => definition.close(),
  };
}

function healthAfter(thrown: unknown, at: number): AgentHealth {
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  return thrown === undefined ? { state: 'ok', at } : { state: 'bad', why, at };
}

async function loadedWith(
  { sessions, vectors }: GivenStores,
  path: string,
  { load, onLoaded, calls }: PathSite,
): Promise<AgentDefinition> {
  const loaded = await loadAgent(path, { ...load, agentCalls: calls.agentCalls });
  if (sessions) loaded.useSessions(sessions);
  if (vectors) loaded.useVectors(vectors);
  onLoaded?.(loaded.folder);
  return loaded;
}

/** Gives stores to an agent that is loaded, and keeps them for one that is loaded later. */
function storesGiven(
  stores: GivenStores,
  definition: Pick<OpenedOnce<AgentDefinition>, 'opened'>,
): Pick<LazyParts, 'useSessions' | 'useVectors'> {
  return {
    useSessions(store) {
      stores.sessions = store;
      definition.opened?.useSessions(store);
    },
    useVectors(store) {
      stores.vectors = store;
      definition.opened?.useVectors(store);
    },
  };
}

function factsOf({ name, description, version, mode, cardSkills }: LoadedMetadata): AgentFacts {
  return { name, description: description ?? name, version, mode, skills: cardSkills };
}

interface LazyParts {
  /** As the files say now. */
  readonly metadata: () => LoadedMetadata;
  readonly definition: () => Promise<AgentDefinition>;
  readonly useSessions: NonNullable<StoreUser['useSessions']>;
  readonly useVectors: NonNullable<StoreUser['useVectors']>;
  readonly calls: Pick<CatalogCalls, 'useRunner' | 'abandon'>;
  readonly isExposed: () => boolean;
  readonly mayCall: () => readonly string[];
  readonly tools: WatchedTools;
  readonly close: () => Promise<void>;
}

/** An agent whose card is known, and whose model and tools are loaded when it is first asked. */
function lazyServable(agentId: string, parts: LazyParts): Servable {
  const { metadata, definition } = parts;
  const isAlone = (): boolean => metadata().mode !== 'interactive';
  return {
    agentId,
    environment: undefined,
    useSessions: parts.useSessions,
    useVectors: parts.useVectors,
    useRunner: parts.calls.useRunner,
    get isExposed() {
      return parts.isExposed();
    },
    get agentTools() {
      return metadata().mode === 'tools' ? parts.tools : undefined;
    },
    get description() {
      const read = metadata();
      const described = { ...descriptionOf(agentId, factsOf(read)), ...read.card };
      return isAlone() ? { ...described, toolCalls: 'hidden' as const } : described;
    },
    mayCall: parts.mayCall,
    choices: async () => (await definition()).choices,
    files: async () => (await definition()).files,
    servers: async () => (await definition()).servers,
    loop: {
      name: agentId,
      toolSite: 'server',
      get limits() {
        const { maxSteps } = metadata();
        return limitsFrom(maxSteps === undefined ? {} : { max_steps: maxSteps }, SERVED_LIMITS);
      },
      get history() {
        return isAlone() ? ('none' as const) : undefined;
      },
      abandon: parts.calls.abandon,
      agent: async (messages, context) => (await definition()).model(messages, context),
      async environment(_contextId, taskId) {
        const { environments } = await definition();
        const live = environments.default;
        return taskId === undefined ? live : live.forTask(taskId);
      },
    },
    close: parts.close,
  };
}
