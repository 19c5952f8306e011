import { resolveLimits, type JsonObject } from '#core';
import {
  FolderError,
  loadAgentMetadata,
  type FolderProblem,
  type LoadedMetadata,
} from '#agents/folder';
import { loadAgent, type AgentDefinition } from '#agents/agent';
import type { Clock, SessionStore, StoreUser, VectorStore } from '#engine/port';
import { createOutputParts, SERVED_LIMITS, type OutputParts, type Servable } from '#serving/server';
import { factsToDescription, type AgentFacts, type FoundAgent } from './agent-source.ts';
import type { CatalogCalls } from './agent-calls.ts';
import type { AgentHealth, CatalogOptions } from './catalog.ts';
import { createSharedResource, type SharedResource } from './shared-resource.ts';
import { normalizeSource } from './source.ts';
import { createWatchedTools, type WatchedTools } from './subscribers.ts';

/** An agent from a folder or file, of which only the metadata has been read. */
export interface PathAgent extends FoundAgent {
  /** Reads the metadata. Resolves to whether the metadata changed. */
  read(): Promise<boolean>;
  /** Closes the agent's tool servers. */
  close(): Promise<void>;
}

export interface PathSourceDeps extends Pick<CatalogOptions, 'load' | 'onLoaded'> {
  readonly clock: Clock;
  readonly calls: CatalogCalls;
  /** Whether external callers may reach the agent at a path. */
  readonly isExposed: (source: string) => boolean;
  /** Called if the agent becomes usable or unusable during a call. */
  readonly onChange: () => void;
}

interface AgentStores {
  sessions?: SessionStore | Promise<SessionStore>;
  vectors?: VectorStore | Promise<VectorStore>;
}

export function createPathAgent(path: string, deps: PathSourceDeps): PathAgent {
  const { clock, onChange } = deps;
  let metadata: LoadedMetadata | undefined;
  let facts: AgentFacts | undefined;
  let health: AgentHealth = { state: 'bad', why: `${path} has not been read yet`, at: clock.now() };
  let problems: readonly FolderProblem[] = [];
  let named: readonly string[] = [];
  const stores: AgentStores = {};
  const servables = new Map<string, Servable>();
  const tools = createWatchedTools(() => metadata?.agentTools ?? []);
  const definition = createSharedResource(async (): Promise<AgentDefinition> => {
    try {
      const loaded = await loadWithStores(stores, path, deps);
      if (recordResult(undefined)) onChange();
      return loaded;
    } catch (thrown) {
      if (recordResult(thrown)) onChange();
      throw thrown;
    }
  });

  /** Records the result of a call. Returns whether the agent's health changed. */
  function recordResult(thrown: unknown): boolean {
    const before = health;
    health = resultToHealth(thrown, clock.now());
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
        named = (read.agents ?? []).map(normalizeSource);
        facts = metadataToFacts(read);
        await definition.opened?.refresh();
        tools.notifyIfChanged();
        return recordResult(undefined) || isOther;
      } catch (thrown) {
        return recordResult(thrown);
      }
    },
    getServable(agentId) {
      const known = servables.get(agentId);
      if (known) return known;
      const made = createLazyServable(agentId, {
        getMetadata: () => {
          if (metadata) return metadata;
          throw new Error(`the metadata of ${path} has not been read`);
        },
        getDefinition: () => definition.get(),
        ...createStoreSetters(stores, definition),
        calls: deps.calls,
        isExposed: () => deps.isExposed(path),
        mayCall: () => deps.calls.listIdsAt(named),
        tools,
        close: () => definition.close(),
      });
      servables.set(agentId, made);
      return made;
    },
    close: () => definition.close(),
  };
}

function resultToHealth(error: unknown, time: number): AgentHealth {
  const why = error instanceof Error ? error.message : String(error);
  return error === undefined ? { state: 'ok', at: time } : { state: 'bad', why, at: time };
}

async function loadWithStores(
  { sessions, vectors }: AgentStores,
  path: string,
  { load, onLoaded, calls }: PathSourceDeps,
): Promise<AgentDefinition> {
  const loaded = await loadAgent(path, { ...load, agentCalls: calls.agentCalls });
  if (sessions) loaded.useSessions(sessions);
  if (vectors) loaded.useVectors(vectors);
  onLoaded?.(loaded.folder);
  return loaded;
}

/** Saves the stores of an agent until the agent is loaded. */
function createStoreSetters(
  stores: AgentStores,
  definition: Pick<SharedResource<AgentDefinition>, 'opened'>,
): Pick<LazyServableDeps, 'useSessions' | 'useVectors'> {
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

function metadataToFacts({
  name,
  description,
  version,
  mode,
  cardSkills,
}: LoadedMetadata): AgentFacts {
  return { name, description: description ?? name, version, mode, skills: cardSkills };
}

interface LazyServableDeps {
  /** Returns the metadata that was last read from the agent's files. */
  readonly getMetadata: () => LoadedMetadata;
  readonly getDefinition: () => Promise<AgentDefinition>;
  readonly useSessions: NonNullable<StoreUser['useSessions']>;
  readonly useVectors: NonNullable<StoreUser['useVectors']>;
  readonly calls: Pick<CatalogCalls, 'useRunner' | 'abandon'>;
  readonly isExposed: () => boolean;
  readonly mayCall: () => readonly string[];
  readonly tools: WatchedTools;
  readonly close: () => Promise<void>;
}

/** Creates a servable from an agent's metadata. The first call loads the model and the tools. */
function createLazyServable(agentId: string, deps: LazyServableDeps): Servable {
  const { getMetadata: metadata, getDefinition: definition } = deps;
  const isAlone = (): boolean => metadata().mode !== 'interactive';
  let known: { readonly schema: JsonObject; readonly parts: OutputParts } | undefined;
  /** The output check is created again only if the output schema changes. */
  const getOutputParts = (): OutputParts | undefined => {
    const schema = metadata().output;
    if (!schema) return undefined;
    if (known?.schema !== schema) known = { schema, parts: createOutputParts(agentId, schema) };
    return known.parts;
  };
  return {
    agentId,
    environment: undefined,
    useSessions: deps.useSessions,
    useVectors: deps.useVectors,
    useRunner: deps.calls.useRunner,
    get isExposed() {
      return deps.isExposed();
    },
    get agentTools() {
      return metadata().mode === 'tools' ? deps.tools : undefined;
    },
    get description() {
      const read = metadata();
      const modes = getOutputParts()?.outputModes;
      const described = {
        ...factsToDescription(agentId, metadataToFacts(read)),
        ...read.card,
        ...(modes && { outputModes: modes }),
      };
      return isAlone() ? { ...described, toolCalls: 'hidden' as const } : described;
    },
    mayCall: deps.mayCall,
    choices: async () => (await definition()).choices,
    files: async () => (await definition()).files,
    servers: async () => (await definition()).servers,
    loop: {
      name: agentId,
      toolSite: 'server',
      get limits() {
        const { maxSteps } = metadata();
        return resolveLimits(maxSteps === undefined ? {} : { max_steps: maxSteps }, SERVED_LIMITS);
      },
      get history() {
        return isAlone() ? ('none' as const) : undefined;
      },
      get output() {
        return getOutputParts()?.output;
      },
      abandon: deps.calls.abandon,
      agent: async (messages, context) => (await definition()).model(messages, context),
      async environment(_contextId, taskId) {
        const { environments } = await definition();
        const live = environments.default;
        return taskId === undefined ? live : live.forTask(taskId);
      },
    },
    close: deps.close,
  };
}
